package idmctl

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// output holds the flags for the format and the file of a report.
type output struct {
	format, file string
	limit        int
	// reports lists further files for the report, each as FORMAT=FILE.
	reports  []string
	findings findingsFiles
}

// The forms of a report. The default is text on a terminal, otherwise Markdown, which a pipeline
// can post.
const (
	formText     = "text"
	formMarkdown = "markdown"
	formJSON     = "json"
)

var formats = []string{formText, formMarkdown, "html", formJSON}

func (o *output) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "output", "", "format of the report: "+strings.Join(formats, ", ")+
		"; without it text on a terminal, and markdown elsewhere")
	flags.StringVar(&o.file, "out", "", "file to write the report to; standard output without it")
	flags.StringArrayVar(&o.reports, "report", nil, "also write the report in another form, as FORMAT=FILE; may be repeated")
	flags.IntVar(&o.limit, "limit", report.CommentLimit,
		"greatest length of the Markdown in bytes, 0 for none; long parts are cut; the default is the limit of comments on GitHub")
	o.findings.flag(flags)
	choices(cmd, "output", formats)
}

// check rejects an unknown form before any work is done.
func (o *output) check() error {
	if err := oneOf("output", o.format, formats); err != nil {
		return err
	}
	for _, each := range o.reports {
		form, file, _ := strings.Cut(each, "=")
		if !slices.Contains(formats, form) || file == "" {
			return fmt.Errorf("--report %s: give FORMAT=FILE. %s", each, suggest.Keys(form, formats))
		}
	}
	return o.findings.check()
}

// keeps returns an error if the report or its findings would overwrite a plan.
func (o *output) keeps(files ...string) error {
	for _, file := range files {
		if o.replaces(file) {
			return fmt.Errorf("%s: the report would overwrite the plan: name another file in --out and --findings", file)
		}
	}
	return nil
}

// replaces reports whether the report or its findings would overwrite a file.
func (o *output) replaces(file string) bool {
	other, err := os.Stat(file)
	if err != nil {
		return false
	}
	written := []string{o.file}
	for _, each := range slices.Concat(o.reports, o.findings) {
		_, name, _ := strings.Cut(each, "=")
		written = append(written, name)
	}
	return slices.ContainsFunc(written, func(name string) bool {
		there, err := os.Stat(name)
		return err == nil && os.SameFile(there, other)
	})
}

// write writes a report. The formats escape external text, so the output is not escaped a second
// time.
func (o *output) write(stdout io.Writer, document report.Document, data any) error {
	form, width := o.form(stdout)
	content, err := o.render(form, width, document, data)
	if err != nil {
		return err
	}
	if err := writeTo(stdout, o.file, content); err != nil {
		return err
	}
	return o.writeReports(document, data)
}

// writeReports writes the further files of a report.
func (o *output) writeReports(document report.Document, data any) error {
	for _, each := range o.reports {
		form, file, _ := strings.Cut(each, "=")
		content, err := o.render(form, 0, document, data)
		if err != nil {
			return err
		}
		if err := writeFile(file, content); err != nil {
			return err
		}
	}
	return nil
}

// render returns a report in a form.
func (o *output) render(form string, width int, document report.Document, data any) ([]byte, error) {
	switch form {
	case "html":
		var b bytes.Buffer
		err := document.HTML(&b)
		return b.Bytes(), err
	case formJSON:
		return encode(data)
	case formText:
		return []byte(document.Text(width)), nil
	}
	return []byte(document.Markdown(o.limit)), nil
}

// form returns the form of the report and the width of the terminal, which is 0 without a terminal.
func (o *output) form(stdout io.Writer) (string, int) {
	file, isFile := unwrap(stdout).(*os.File)
	if o.file != "" || !isFile || !term.IsTerminal(int(file.Fd())) {
		return cmp.Or(o.format, formMarkdown), 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		width = 0
	}
	return cmp.Or(o.format, formText), width
}

// encode returns indented JSON without terminal control characters.
func encode(data any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(data)
	return escape.JSON(b.Bytes()), err
}

// unwrap returns the stream below an escaping writer.
func unwrap(w io.Writer) io.Writer {
	if escaping, ok := w.(escaped); ok {
		return escaping.Writer
	}
	return w
}

// writeTo writes to a file, or to standard output if the name is "".
func writeTo(stdout io.Writer, name string, content []byte) error {
	if name != "" {
		return writeFile(name, content)
	}
	_, err := unwrap(stdout).Write(content)
	return err
}

// writeJSON writes indented JSON to a file, or to standard output if the name is "".
func writeJSON(stdout io.Writer, name string, data any) error {
	encoded, err := encode(data)
	if err != nil {
		return err
	}
	return writeTo(stdout, name, encoded)
}

// private is the mode of written files: each of them holds a part of a tenant.
const private fs.FileMode = 0o600

// writeFile replaces a regular file atomically with one that only its owner can read. It writes in
// place to any other file, because root would otherwise replace a device or a link with a regular
// file.
func writeFile(name string, content []byte) error {
	switch info, err := os.Lstat(name); {
	case err != nil:
	case !info.Mode().IsRegular():
		return writeThrough(name, content)
	case info.Mode().Perm() != private:
		// The replacement takes the mode of the existing file.
		if err := os.Chmod(name, private); err != nil {
			return err
		}
	}
	return maybe.WriteFile(name, content, private)
}

// editFile writes a file of the configuration, and keeps its mode.
func editFile(name string, content []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return cmp.Or(writeFile(name, content), os.Chmod(name, info.Mode().Perm()))
}

// writeThrough writes to a device, a pipe, or the target of a link. It does not reopen /dev/stdout,
// because that would truncate a file to which the output is appended.
func writeThrough(name string, content []byte) error {
	if there, err := os.Stat(name); err == nil {
		for _, stream := range []*os.File{os.Stdout, os.Stderr} {
			if own, err := stream.Stat(); err == nil && os.SameFile(own, there) {
				_, err := stream.Write(content)
				return err
			}
		}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, private)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}
