package helm

import "testing"

func TestWatch(t *testing.T) {
	t.Parallel()
	w := startWatch()
	defer w.stop()
	if w.exceeded() {
		t.Error("the memory has grown too much before anything happened")
	}
	limit := uint64(maxGrowth)
	w.before = -limit
	if !w.exceeded() {
		t.Error("the limit plus something is not too much")
	}
}
