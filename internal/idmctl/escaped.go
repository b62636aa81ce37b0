package idmctl

import (
	"io"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// escaped writes lines as escape.Lines returns them. Each Write must consist of whole lines.
type escaped struct{ io.Writer }

// Write returns the length of p, regardless of the length of its escapes.
func (e escaped) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.Writer, escape.Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
