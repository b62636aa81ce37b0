package idmctl

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"golang.org/x/term"
)

// The first line appears after firstLine. On a terminal it is renewed at terminalInterval;
// elsewhere, such as in the log of a pipeline, further lines follow at lineInterval.
const (
	firstLine        = 2 * time.Second
	lineInterval     = 10 * time.Second
	terminalInterval = 100 * time.Millisecond
)

// progress shows the progress of a long task.
type progress struct {
	out      io.Writer
	terminal bool
	interval time.Duration
	written  time.Time
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out, interval: lineInterval}
	// The line on a terminal needs control sequences and contains no external text.
	if file, ok := unwrap(out).(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.out, p.terminal, p.interval = file, true, terminalInterval
	}
	p.written = time.Now().Add(firstLine - p.interval)
	return p
}

// eraseLine goes to the beginning of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

// step reports the number of completed items; a total of 0 is unknown.
func (p *progress) step(done, total int, what string) {
	if time.Since(p.written) < p.interval {
		return
	}
	p.written = time.Now()
	text := what + ": " + strconv.Itoa(done)
	if total > 0 {
		text += fmt.Sprintf(" of %d", max(total, done))
	}
	if p.terminal {
		fmt.Fprint(p.out, eraseLine+text)
	} else {
		fmt.Fprintln(p.out, text)
	}
}

// end removes the line from a terminal.
func (p *progress) end() {
	if p.terminal {
		fmt.Fprint(p.out, eraseLine)
	}
}
