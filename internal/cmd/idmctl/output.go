package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/report"
)

// output holds the flags that say in which form a report is written, and where to.
type output struct {
	format, file string
	limit        int
}

var formats = []string{"markdown", "html", "json"}

func (o *output) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "output", "markdown", "form of the report: "+strings.Join(formats, ", "))
	flags.StringVar(&o.file, "out", "", "file to write the report to; standard output without it")
	flags.IntVar(&o.limit, "limit", report.CommentLimit, "length of the Markdown in bytes above which long parts are cut, 0 for none; a comment on GitHub takes no more than the default")
}

// check refuses an unknown form before any work is done.
func (o *output) check() error {
	if !slices.Contains(formats, o.format) {
		return fmt.Errorf("--output %s: the forms are %s", o.format, strings.Join(formats, ", "))
	}
	return nil
}

// replaces tells whether the report would be written over a file.
func (o *output) replaces(file string) bool {
	there, err := os.Stat(o.file)
	if err != nil {
		return false
	}
	other, err := os.Stat(file)
	return err == nil && os.SameFile(there, other)
}

// write writes a report at once or not at all: a file that is there keeps its content until the new one is complete.
func (o *output) write(stdout io.Writer, document report.Document, data any) error {
	var b bytes.Buffer
	switch o.format {
	case "html":
		if err := document.HTML(&b); err != nil {
			return err
		}
	case "json":
		encoder := json.NewEncoder(&b)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(data); err != nil {
			return err
		}
	default:
		b.WriteString(document.Markdown(o.limit))
	}
	if o.file == "" {
		_, err := stdout.Write(b.Bytes())
		return err
	}
	return maybe.WriteFile(o.file, b.Bytes(), 0o644)
}
