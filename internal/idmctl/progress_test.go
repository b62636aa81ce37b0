package idmctl

import (
	"strings"
	"testing"
)

func TestProgress_fewLinesInALog(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out)
	p.step(1, 3, "users")
	if out.Len() != 0 {
		t.Errorf("short work is reported: %q", out.String())
	}
	p.written = p.written.Add(-firstLine)
	p.step(2, 3, "users")
	p.step(3, 3, "users")
	p.written = p.written.Add(-lineInterval)
	p.step(4, 0, "units")
	p.end()
	if got := out.String(); got != "users: 2 of 3\nunits: 4\n" {
		t.Errorf("wrote %q", got)
	}
}

func TestProgress_onATerminal(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out)
	p.terminal, p.interval = true, 0
	p.step(1, 0, "users")
	p.step(1, 2, "units")
	p.end()
	if want := eraseLine + "users: 1" + eraseLine + "units: 1 of 2" + eraseLine; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
