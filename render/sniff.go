package render

import (
	"bytes"
	"io"
	"path"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// headBytes is how much of a file is read at first: most manifests have shown
// by then what they are.
const headBytes = 4 << 10

// MaxTextBytes is how much of a file is searched for a manifest.
const MaxTextBytes = 32 << 20

// isPlain tells whether a file has the name and the look of a manifest. The
// buffer is scratch space of at least one byte.
func isPlain(tree *fsys.Tree, file string, buffer []byte) (bool, error) {
	if !hasManifestName(file) {
		return false, nil
	}
	isJSON := path.Ext(file) == ".json"
	n, err := tree.ReadHead(file, buffer)
	if err != nil {
		return false, err
	}
	if found := looksLikeManifest(buffer[:n], isJSON); found || n < len(buffer) {
		return found, nil
	}
	f, err := tree.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxTextBytes))
	return looksLikeManifest(text, isJSON), err
}

func hasManifestName(file string) bool {
	ext := path.Ext(file)
	return ext == ".yaml" || ext == ".yml" || ext == ".json"
}

// looksLikeManifest tells whether the text of a file is worth a plain target:
// a document in it has apiVersion and kind at its top, or it is one of the
// bare files that configure kube-proxy (see topKeyOf). It looks at the shape of
// lines and not at the syntax, so that a manifest with a mistake in it, or made
// by a template, is found and reported.
func looksLikeManifest(text []byte, isJSON bool) bool {
	text = toUTF8(text)
	if isJSON {
		return jsonHasTopKeys(text)
	}
	s := sniffer{}
	s.reset()
	for len(text) > 0 {
		var line []byte
		if i := bytes.IndexAny(text, "\r\n"); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			line, text = text, nil
		}
		if s.line(line) {
			return true
		}
	}
	return false
}

// topKey is a set of keys at the top of a document.
type topKey uint8

const (
	keyAPIVersion topKey = 1 << iota
	keyKind
	keyMachine
	keyCluster
	keyServices
	// keyBare is a key that is enough by itself.
	keyBare
)

// topKeyOf gives the sign of a key that the sniffer knows, or 0. Besides those of a
// manifest they
// are the variables of kubespray, the sections of a Talos machine config and
// of an RKE1 cluster.yml, and the argument list of k3s and RKE2.
func topKeyOf(key string) topKey {
	switch key {
	case "apiVersion":
		return keyAPIVersion
	case "kind":
		return keyKind
	case "machine":
		return keyMachine
	case "cluster":
		return keyCluster
	case "services":
		return keyServices
	case "kube_proxy_mode", "kube_proxy_tcp_timeout", "kube-proxy-arg":
		return keyBare
	}
	return 0
}

// sniffer looks at one YAML document, line by line.
type sniffer struct {
	// indent is the column of the top keys, child that of the keys below the
	// last of them; both are -1 until a line shows them.
	indent, child int
	// flow tells that the document is written with braces.
	flow bool
	seen topKey
	last topKey
}

func (s *sniffer) reset() { *s = sniffer{indent: -1, child: -1} }

// line takes the next line and tells whether the document is worth a target.
func (s *sniffer) line(line []byte) bool {
	if rest, ok := bytes.CutPrefix(line, []byte("---")); ok && (len(rest) == 0 || isBlank(rest[0])) {
		s.reset()
		line = bytes.TrimLeft(rest, " \t")
	}
	indent := 0
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	content := line[indent:]
	if len(content) == 0 || content[0] == '#' {
		return false
	}
	if s.indent < 0 {
		s.flow = content[0] == '{' && !bytes.HasPrefix(content, []byte("{{")) && !bytes.HasPrefix(content, []byte("{%"))
	}
	switch {
	case s.flow:
		s.indent = 0
		s.inFlow(content)
	case s.indent < 0 || indent <= s.indent:
		s.indent, s.child = indent, -1
		s.last = topKeyOf(blockKey(content))
		s.seen |= s.last
	case s.child < 0 || indent == s.child:
		s.child = indent
		s.below(blockKey(content))
	}
	return s.enough()
}

// below takes a key under the last top key.
func (s *sniffer) below(key string) {
	if s.last == keyCluster && key == "proxy" || s.last == keyServices && key == "kubeproxy" {
		s.seen |= keyBare
	}
}

// inFlow takes a line of a document in flow style, at whatever depth.
func (s *sniffer) inFlow(content []byte) {
	if bytes.Contains(content, []byte("apiVersion")) {
		s.seen |= keyAPIVersion
	}
	if bytes.Contains(content, []byte("kind")) {
		s.seen |= keyKind
	}
}

func (s *sniffer) enough() bool {
	return s.seen&keyBare != 0 || s.seen.has(keyAPIVersion|keyKind) || s.seen.has(keyMachine|keyCluster)
}

func (k topKey) has(all topKey) bool { return k&all == all }

// blockKey gives the key of "key: value" or "'key': value", or "".
func blockKey(content []byte) string {
	colon := bytes.IndexByte(content, ':')
	if colon < 0 || colon > 32 || colon+1 < len(content) && !isBlank(content[colon+1]) {
		return ""
	}
	return string(bytes.Trim(bytes.TrimRight(content[:colon], " "), `"'`))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
