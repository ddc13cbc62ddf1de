package scope

// wordSearch looks for words in a text in one pass. Each word has at least two
// bytes.
type wordSearch struct {
	// pairs are the first two bytes of words, and words all with a first byte.
	pairs [1 << 16]bool
	words [1 << 8][]string
}

func newWordSearch(words []string) *wordSearch {
	s := &wordSearch{}
	for _, word := range words {
		s.pairs[int(word[0])<<8|int(word[1])] = true
		s.words[word[0]] = append(s.words[word[0]], word)
	}
	return s
}

// in tells whether one of the words is in a text.
func (s *wordSearch) in(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if s.pairs[int(text[i])<<8|int(text[i+1])] && s.at(text[i:]) {
			return true
		}
	}
	return false
}

// at tells whether a text begins with one of the words.
func (s *wordSearch) at(text []byte) bool {
	for _, word := range s.words[text[0]] {
		if len(text) >= len(word) && string(text[:len(word)]) == word {
			return true
		}
	}
	return false
}
