package idmctl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newManualsCommand returns a hidden command for package builders. Its interface may change.
func newManualsCommand() *cobra.Command {
	var date string
	cmd := &cobra.Command{
		Use:    "manuals FOLDER",
		Short:  "Write the manual pages and the completions of shells, for packages",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			made, err := time.Parse(time.DateOnly, date)
			if err != nil {
				return fmt.Errorf("--date: %w", err)
			}
			return writeManuals(cmd.Root(), args[0], made)
		},
	}
	cmd.Flags().StringVar(&date, "date", "2026-01-01", "date of the pages, such as the date of the release")
	return cmd
}

func writeManuals(root *cobra.Command, folder string, date time.Time) error {
	man, completions := filepath.Join(folder, "man"), filepath.Join(folder, "completions")
	for _, f := range []string{man, completions} {
		if err := os.MkdirAll(f, 0o755); err != nil { //nolint:gosec // readable by all users of the machine
			return err
		}
	}
	root.DisableAutoGenTag = true
	for _, cmd := range root.Commands() {
		cmd.Long = strings.TrimSpace(cmd.Long + "\n\n" + cmd.Annotations[lists])
	}
	err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &date, Source: root.Name(), Manual: root.Name()}, man)
	if err != nil {
		return err
	}
	for shell, write := range map[string]func(string) error{
		"bash": func(name string) error { return root.GenBashCompletionFileV2(name, true) },
		"fish": func(name string) error { return root.GenFishCompletionFile(name, true) },
		"zsh":  root.GenZshCompletionFile,
		"ps1":  root.GenPowerShellCompletionFileWithDesc,
	} {
		if err := write(filepath.Join(completions, root.Name()+"."+shell)); err != nil {
			return err
		}
	}
	return nil
}
