// Command kubegap-lint renders what a GitOps repository would send to a
// cluster and reports the root causes of public incidents in it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := process().Run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
