package visible

import "io"

// Writer passes lines on as [Lines] shows them. Each Write is expected to hold whole lines.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ io.Writer }

// Write reports the length of p, however long its escapes are.
func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap is where the lines go to.
func (w writer) Unwrap() io.Writer { return w.Writer }
