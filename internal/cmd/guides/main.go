// Command guides writes the guides whose tables come from the code, coverage.md and permissions.md,
// into a folder.
//
// The other guides are templates of the documentation; `make generate` writes all of them.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "guides:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 1 {
		return errors.New("give the folder to write to")
	}
	if err := os.MkdirAll(arguments[0], 0o750); err != nil {
		return err
	}
	for name, page := range map[string]func() (string, error){"coverage.md": coveragePage, "permissions.md": permissionsPage} {
		text, err := page()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(arguments[0], name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
