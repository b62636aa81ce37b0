package idmctl

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// others are files that are no snapshots.
var others = map[string]string{
	"empty":       "",
	"spaces":      " \n",
	"no object":   "[]",
	"text":        "hello",
	"nothing":     "{}",
	"null":        "null",
	"plan":        `{"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": [], "planned_values": {}}`,
	"saved plan":  "PK\x03\x04tfplan",
	"state":       `{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "x", "resources": []}`,
	"shown state": `{"format_version": "1.0", "terraform_version": "1.11.4", "values": {}}`,
	"UTF-16":      "\xff\xfe{\x00}\x00",
	"big-endian":  "\xfe\xff\x00{\x00}",
	"a mark":      "\xef\xbb\xbf" + `{"clients": [{"extId": "acme"}]}`,
	"cut off":     `{"clients": [{"extId": "acme"}], "users": [{"extId"`,
	"no client":   `{"clients": [], "users": []}`,
	"no ID":       `{"clients": [{"name": "Acme"}]}`,
	"other lists": `{"clients": [{"extId": "acme"}], "user": []}`,
	"no list":     `{"clients": [{"extId": "acme"}], "users": {}}`,
	"twice":       `{"clients": [{"extId": "acme"}]}{"clients": [{"extId": "acme"}]}`,
	"a report":    `{"rows": [], "not_read": []}`,
}

// Every command that reads a snapshot refuses another file, before it does anything else.
func TestSnapshotFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	policy := write("policy.hcl", `invariant "pair" { exclusive = ["a", "b"] }`)
	good := smallSnapshot(t)
	t.Setenv("IDM_BASE_URL", "https://idm.example.com")
	lines := map[string]func(file string) []string{
		"recertify open": func(f string) []string {
			return []string{"recertify", "open", filepath.Join(folder, "new"), "--snapshot", f}
		},
		"review":       func(f string) []string { return []string{"review", "x.plan", "--snapshot", f} },
		"rehearse":     func(f string) []string { return []string{"rehearse", "x.plan", "--snapshot", f} },
		"simulate":     func(f string) []string { return []string{"simulate", "--seed", f} },
		"policy check": func(f string) []string { return []string{"policy", "check", "--policy", policy, "--snapshot", f} },
		"--before": func(f string) []string {
			return []string{"policy", "check", "--policy", policy, "--snapshot", good, "--before", f}
		},
		"access all":      func(f string) []string { return []string{"access", "all", "--global", "--snapshot", f} },
		"the second file": func(f string) []string { return []string{"access", "diff", good, f} },
		"policy test": func(f string) []string {
			test := write("a.test.hcl", `test "x" {
  snapshot = "`+filepath.ToSlash(f)+`"
}
`)
			return []string{"policy", "test", test, "--policy", policy}
		},
	}
	for _, q := range questions {
		words := strings.Fields(q.use)
		lines["access "+words[0]] = func(f string) []string {
			if q.ask == nil {
				return []string{"access", "diff", f, good}
			}
			return slices.Concat([]string{"access", words[0]}, slices.Repeat([]string{"x"}, q.args), []string{"--snapshot", f})
		}
	}
	for kind, content := range others {
		file := write("file.json", content)
		for name, line := range lines {
			if _, err := runs(t, line(file)...); err == nil || !strings.Contains(err.Error(), "is not a snapshot: ") {
				t.Errorf("%s of %s: %v", name, kind, err)
			}
		}
	}
	for name, line := range lines {
		if _, err := runs(t, line(folder)...); err == nil || !strings.Contains(err.Error(), "directory") {
			t.Errorf("%s of a folder: %v", name, err)
		}
	}
	if _, err := input.ReadSnapshot(good); err != nil {
		t.Error(err)
	}
}

// Every array of a seed file of the simulator is one of a snapshot.
func TestSnapshotFiles_arrays(t *testing.T) {
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "state.json")
	if err := os.WriteFile(file, server.State(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := input.ReadSnapshot(file); err != nil {
		t.Error(err)
	}
	tables, err := os.ReadFile("../sim/objects.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`object (\w+)\nnoun`).FindAllStringSubmatch(string(tables), -1) {
		content := `{"clients": [{"extId": "acme"}], "` + name[1] + `": [{"extId": "x"}]}`
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := input.ReadSnapshot(file); err != nil {
			t.Error(err)
		}
	}
}

var mode = regexp.MustCompile(`\b0o[0-7]{3}\b`)

// Files of all commands are written with mode 0600, except for those that everyone may read.
func TestFileModes(t *testing.T) {
	public := map[string]string{"cloud.go": "the certificate of an authority"}
	sources, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, source := range append(sources, own...) {
		if strings.HasSuffix(source, "_test.go") || public[filepath.Base(source)] != "" {
			continue
		}
		content, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range mode.FindAllString(string(content), -1) {
			checked++
			if !slices.Contains([]string{"0o600", "0o700", "0o750"}, found) {
				t.Errorf("%s: the mode %s", source, found)
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d modes", checked)
	}
	file := filepath.Join(t.TempDir(), "copy.json")
	for range 2 {
		if err := writeFile(file, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := editFile(file, []byte("a: b")); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(file); info.Mode().Perm() != 0o644 {
		t.Error("a file of the configuration has another mode")
	}
}

// Excel shows the letters of a CSV file, and a pipe gets no mark.
func TestAccess_csvMark(t *testing.T) {
	seed, file := smallSnapshot(t), filepath.Join(t.TempDir(), "access.csv")
	if _, err := runs(t, "access", "all", "--snapshot", seed, "--output", "csv", "--out", file); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	printed, failed := runs(t, "access", "all", "--snapshot", seed, "--output", "csv")
	if err != nil || failed != nil || string(content) != "\ufeff"+printed || !strings.HasPrefix(printed, "change,") {
		t.Errorf("%q and %q, %v %v", content, printed, err, failed)
	}
}
