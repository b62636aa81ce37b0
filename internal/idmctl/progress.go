package idmctl

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Without a terminal, for example in the log of a pipeline, the first line appears after firstLine,
// and the others at intervals.
const (
	firstLine    = 2 * time.Second
	lineInterval = 10 * time.Second
)

// progress shows the progress of a long task: a bar on a terminal, otherwise occasional lines.
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
	// The bar needs terminal control sequences and contains no external text.
	if file, ok := unwrap(out).(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.out, p.terminal = file, true
	}
	return p
}

// step reports the number of completed items; a total of 0 is unknown.
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
	// A failure to draw the bar must not stop the work.
	_ = p.bar.Set(done)
}

func count(done, total int) string {
	if total == 0 {
		return strconv.Itoa(done)
	}
	return fmt.Sprintf("%d of %d", done, max(total, done))
}

// end removes the bar.
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

// barTotal converts a total for the bar, which represents an unknown total as -1.
func barTotal(total int) int {
	if total == 0 {
		return -1
	}
	return total
}
