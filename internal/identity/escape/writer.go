package escape

import "io"

// Writer writes lines as [Lines] returns them. Each Write must consist of whole lines.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ io.Writer }

// Write returns the length of p, regardless of the length of its escapes.
func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap returns the underlying writer.
func (w writer) Unwrap() io.Writer { return w.Writer }
