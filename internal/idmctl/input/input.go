// Package input reads the files that a command is given, one of which can be the standard input.
package input

import (
	"errors"
	"io"
	"os"
	"sync"
)

// Standard is the file name for the standard input.
const Standard = "-"

// standard reads the standard input once: a command can need a file more than once.
var standard = sync.OnceValues(func() ([]byte, error) { return read(os.Stdin) })

// ReadFile returns the content of a file, or of the standard input.
func ReadFile(name string) ([]byte, error) {
	if name == Standard {
		return standard()
	}
	return os.ReadFile(name)
}

// read reads what a pipe or a redirection supplies. A terminal would wait without a word.
func read(from *os.File) ([]byte, error) {
	if about, err := from.Stat(); err == nil && about.Mode()&os.ModeCharDevice != 0 {
		return nil, errors.New("- is the standard input, and nothing is piped into it: terraform show -json PLAN | idmctl review -")
	}
	return io.ReadAll(from)
}
