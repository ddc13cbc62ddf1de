// Command kubegap-lint renders what a GitOps repository would send to a
// cluster and reports the root causes of public incidents in it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run()) }

// run runs the program in this process, until it is done or told to stop.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return process().Run(ctx, os.Args[1:])
}
