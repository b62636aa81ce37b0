//go:build unix

package idmctl

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

const acting = "a\x1b[2J\u009b\u202e##[error]b\n::error::c"

func write(t *testing.T, format, file string) string {
	t.Helper()
	document := report.Document{Marker: "m", Title: acting, Lead: report.T(acting)}
	var b strings.Builder
	o := output{format: format, file: file}
	if err := o.write(&b, document, map[string]string{acting: acting}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite_escapesText(t *testing.T) {
	for _, format := range formats {
		text := write(t, format, "")
		for _, forbidden := range []string{"\x1b", "\u009b", "\u202e", "##[", "\n::"} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s holds %q: %s", format, forbidden, text)
			}
		}
		if format == "json" && !strings.Contains(text, `\u001b[2J\u009b\u202e#\u0023[error]b\n::error`) &&
			!strings.Contains(text, `\u003a`) {
			t.Errorf("JSON: %s", text)
		}
	}
}

// Only a regular file is replaced atomically. As root, the command must not replace a device, a
// pipe or a link with a file.
func TestWrite_writesThrough(t *testing.T) {
	folder := t.TempDir()
	file, target, link, pipe := filepath.Join(folder, "file"), filepath.Join(folder, "target"), filepath.Join(folder, "link"),
		filepath.Join(folder, "pipe")
	for name, content := range map[string]string{file: "old", target: strings.Repeat("older and longer ", 100)} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := os.Stat(file)
	if err := os.Symlink("target", link); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		content, _ := os.ReadFile(pipe)
		read <- string(content)
	}()
	want := write(t, "markdown", "")
	kinds := map[string]os.FileMode{file: 0, link: os.ModeSymlink, pipe: os.ModeNamedPipe}
	if null := filepath.Join(folder, "null"); syscall.Mknod(null, syscall.S_IFCHR|0o666, 1<<8|3) == nil {
		kinds[null] = os.ModeDevice | os.ModeCharDevice
	}
	for name, kind := range kinds {
		write(t, "markdown", name)
		if info, err := os.Lstat(name); err != nil || info.Mode().Type() != kind {
			t.Errorf("%s is a %v now, %v", name, info.Mode(), err)
		}
	}
	if got := <-read; got != want {
		t.Errorf("the pipe got %q", got)
	}
	for _, name := range []string{file, target} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	after, _ := os.Stat(file)
	if os.SameFile(before, after) || after.Mode().Perm() != 0o600 {
		t.Errorf("the file was not replaced, or is for others: %v", after.Mode())
	}
}

// A file to which standard output is appended keeps its content.
func TestWrite_standardOutput(t *testing.T) {
	log, err := os.OpenFile(filepath.Join(t.TempDir(), "log"), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.WriteString("before\n"); err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = log
	defer func() { os.Stdout = stdout }()
	// Test a link to a link, like /dev/stdout.
	link := filepath.Join(t.TempDir(), "stdout")
	if err := os.Symlink(log.Name(), link); err != nil {
		t.Fatal(err)
	}
	write(t, "markdown", link)
	if _, err := log.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if content, _ := io.ReadAll(log); !strings.HasPrefix(string(content), "before\n<!-- m -->") {
		t.Errorf("%q", content)
	}
}
