package idmctl

import (
	"strings"
	"testing"
)

func TestEscaped(t *testing.T) {
	var b strings.Builder
	n, err := escaped{&b}.Write([]byte("Error: \x1b]0;x\x07\n"))
	if err != nil || n != 14 || b.String() != "Error: \\u001b]0;x\\u0007\n" {
		t.Errorf("%d %v %q", n, err, b.String())
	}
}
