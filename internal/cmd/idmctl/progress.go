package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Without a terminal, such as in the log of a pipeline, the first line comes after firstLine, and the
// others at intervals.
const (
	firstLine    = 2 * time.Second
	lineInterval = 10 * time.Second
)

// progress shows the progress of long work: as a bar on a terminal, otherwise as occasional lines.
type progress struct {
	out      io.Writer
	terminal bool
	bar      *progressbar.ProgressBar
	what     string
	total    int
	written  time.Time
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out, written: time.Now().Add(firstLine - lineInterval)}
	// A bar steers the terminal, and holds no text from outside.
	if file, ok := unwrap(out).(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.out, p.terminal = file, true
	}
	return p
}

// step reports that so many of what are done; a total of 0 is one that is not known.
func (p *progress) step(done, total int, what string) {
	if !p.terminal {
		if time.Since(p.written) >= lineInterval {
			p.written = time.Now()
			fmt.Fprintf(p.out, "%s: %s\n", what, count(done, total))
		}
		return
	}
	if p.bar == nil || p.what != what {
		p.end()
		p.bar, p.what, p.total = newBar(p.out, total, what), what, total
	}
	if total != p.total {
		p.total = total
		p.bar.ChangeMax(barTotal(total))
	}
	// A bar that cannot be drawn is no reason to stop the work.
	_ = p.bar.Set(done)
}

func count(done, total int) string {
	if total == 0 {
		return strconv.Itoa(done)
	}
	return fmt.Sprintf("%d of %d", done, max(total, done))
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}

func newBar(out io.Writer, total int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(barTotal(total),
		progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
}

// barTotal is the total as a bar takes it, where -1 is unknown.
func barTotal(total int) int {
	if total == 0 {
		return -1
	}
	return total
}
