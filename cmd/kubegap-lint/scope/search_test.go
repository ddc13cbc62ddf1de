package scope

import "testing"

// TestWordSearch finds words wherever they stand.
func TestWordSearch(t *testing.T) {
	t.Parallel()
	search := newWordSearch([]string{"ab", "abc/", "kube-proxy"})
	for text, want := range map[string]bool{
		"": false, "a": false, "ab": true, "xab": true, "a b": false, "kube-prox": false, "the kube-proxy": true, "kube-kube-proxy": true,
	} {
		if search.in([]byte(text)) != want {
			t.Errorf("in(%q) is %v", text, !want)
		}
	}
}
