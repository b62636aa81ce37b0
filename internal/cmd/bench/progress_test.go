package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := progress{out: &out, total: 2}
	p.begin("plan: ours")(measurement{WallSeconds: 2, CLISeconds: 1.5, ProviderSeconds: 0.5, Requests: 7}, nil)
	p.begin("plan: floor")(measurement{}, errors.New("exit status 1"))
	want := "[1/2] plan: ours\n        2.0 s, CPU 1.5 s + 0.5 s, 7 requests\n[2/2] plan: floor\n        failed after "
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("%q", out.String())
	}
}
