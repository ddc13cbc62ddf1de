package helm

import (
	"errors"
	"runtime/metrics"
	"time"
)

// errMemory tells that templates take too much memory.
var errMemory = errors.New("takes too much memory")

// maxGrowth bounds how much the memory of the program may grow while one chart
// is printed. Whole runs over large repositories need a fraction of it.
const maxGrowth = 2 << 30

// watchInterval is how often the memory is looked at: a template can take a
// few hundred MiB in a second.
const watchInterval = 50 * time.Millisecond

// watch looks after the memory of the program while templates are printed.
type watch struct {
	ticker *time.Ticker
	before uint64
}

func startWatch() *watch {
	return &watch{ticker: time.NewTicker(watchInterval), before: heapBytes()}
}

func (w *watch) stop() { w.ticker.Stop() }

func (w *watch) ticks() <-chan time.Time { return w.ticker.C }

func (w *watch) exceeded() bool { return heapBytes() > w.before+maxGrowth }

// heapBytes gives the memory that objects take, in bytes.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
