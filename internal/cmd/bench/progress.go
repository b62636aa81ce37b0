package main

import (
	"fmt"
	"io"
	"time"
)

// tick is the interval of progress messages.
const tick = 15 * time.Second

// progress shows the current measurement and its duration.
type progress struct {
	out           io.Writer
	number, total int
}

// begin announces a run and returns a function that announces its end.
func (p *progress) begin(title string) (done func(measurement, error)) {
	p.number++
	fmt.Fprintf(p.out, "[%d/%d] %s\n", p.number, p.total, title)
	start, stop, stopped := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				fmt.Fprintf(p.out, "        … %.0f s\n", time.Since(start).Seconds())
			case <-stop:
				return
			}
		}
	}()
	return func(m measurement, err error) {
		close(stop)
		<-stopped
		if err != nil {
			fmt.Fprintf(p.out, "        failed after %.0f s\n", time.Since(start).Seconds())
			return
		}
		fmt.Fprintf(p.out, "        %.1f s, CPU %.1f s + %.1f s, %d requests\n", m.WallSeconds, m.CLISeconds, m.ProviderSeconds, m.Requests)
	}
}
