package idmctl

import (
	"bytes"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// A log command is escaped even if a program writes it in several parts.
func TestLines(t *testing.T) {
	const text = "before\n::set-env name=PATH::x\n##[error]x\nwithout an end ::stop-commands::x"
	for size := 1; size <= len(text); size++ {
		var printed bytes.Buffer
		l := &lines{to: escaped{&printed}}
		for at := 0; at < len(text); at += size {
			if n, err := l.Write([]byte(text[at:min(at+size, len(text))])); err != nil || n > size {
				t.Fatal(n, err)
			}
		}
		l.flush()
		if got := printed.String(); got != escape.Lines(text) || strings.Contains(got, "::set-env name=PATH::") {
			t.Errorf("in parts of %d: %q", size, got)
		}
	}
}
