package render

// KustomizationReads lists what a kustomization reads by the text of its file:
// the paths of files and directories as they are written there, relative to its
// directory, remote addresses among them, and the places where its charts may lie.
// What its generators and transformers read is among it as far as read gives
// their text. The list is nil where the text is no kustomization.
func KustomizationReads(text []byte, read func(name string) ([]byte, error)) []string {
	k := parseKustomization(text)
	if k == nil {
		return nil
	}
	for _, plugin := range k.plugins {
		if text, err := read(plugin); err == nil {
			k.parsePlugins(text)
		}
	}
	return append(k.paths, k.charts...)
}

// IsKustomizationName tells whether kustomize reads a file of this base name as
// the kustomization of its directory.
func IsKustomizationName(base string) bool { return isKustomizationName(base) }
