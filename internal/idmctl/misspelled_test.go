package idmctl

import (
	"bytes"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
)

// runs runs a command line in the current process.
func runs(t *testing.T, line ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := newCommand()
	root.SetOut(&out)
	root.SetErr(&out)
	refuseMisspelled(root)
	root.SetArgs(line)
	err := execute(t.Context(), root)
	return out.String(), err
}

// strict returns the commands as they are run.
func strict() *cobra.Command {
	root := newCommand()
	refuseMisspelled(root)
	return root
}

// allCommands returns every command below a command, with the words that lead to it.
func allCommands(cmd *cobra.Command, words ...string) map[string][]string {
	all := map[string][]string{}
	for _, below := range cmd.Commands() {
		path := append(slices.Clone(words), below.Name())
		all[strings.Join(path, " ")] = path
		maps.Copy(all, allCommands(below, path...))
	}
	return all
}

// misspell exchanges the last two letters of a word, or adds one if they are equal.
func misspell(word string) string {
	last := len(word) - 1
	if word[last] == word[last-1] {
		return word + "x"
	}
	return word[:last-1] + word[last:] + word[last-1:last]
}

// A misspelled command of any group is an error that names the right one.
func TestMisspelled_commands(t *testing.T) {
	for name, path := range allCommands(strict()) {
		cmd, _, err := strict().Find(path)
		if err != nil {
			t.Fatal(err)
		}
		last := len(path) - 1
		wrong := append(slices.Clone(path[:last]), misspell(path[last]))
		for _, line := range [][]string{wrong, append([]string{"help"}, wrong...), append(slices.Clone(wrong), "--help"),
			append([]string{"-h"}, wrong...)} {
			_, err := runs(t, line...)
			if err == nil || !cmd.Hidden && cmd.Name() != "help" && !strings.Contains(err.Error(), path[last]) {
				t.Errorf("idmctl %s: %v", strings.Join(line, " "), err)
			}
		}
		if _, err := runs(t, append(slices.Clone(path), "nosuch", "nosuch", "nosuch")...); err == nil {
			t.Errorf("idmctl %s nosuch nosuch nosuch succeeds", name)
		}
		if cmd.HasSubCommands() {
			if _, err := runs(t, path...); err == nil {
				t.Errorf("idmctl %s succeeds without a command", name)
			}
		}
		if text, err := runs(t, append(slices.Clone(path), "--help")...); err != nil || text == "" {
			t.Errorf("idmctl %s --help: %v", name, err)
		}
	}
	for _, line := range []string{"", "help", "help policy test", "completion bash"} {
		if _, err := runs(t, strings.Fields(line)...); err != nil {
			t.Errorf("idmctl %s: %v", line, err)
		}
	}
}

// Every command prints its flags before its long lists, and the release has a command of its own.
func TestHelp_flagsFirst(t *testing.T) {
	for name, path := range allCommands(strict()) {
		cmd, _, _ := strict().Find(path)
		text, err := runs(t, append(slices.Clone(path), "--help")...)
		all := cmd.Annotations[lists]
		if err != nil || all != "" && strings.Index(text, "Flags:") > strings.Index(text, all) {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		before, _, _ := strings.Cut(text, "Flags:")
		if lines := strings.Count(before, "\n"); lines > 50 {
			t.Errorf("%s: %d lines before the flags", name, lines)
		}
	}
	var out bytes.Buffer
	if code := Run(t.Context(), "1.2.3", []string{"version"}, &out, &out); code != 0 || out.String() != "idmctl 1.2.3\n" {
		t.Errorf("exit code %d: %s", code, out.String())
	}
}

// A service that cannot be used is described in the words of the provider, by every command that
// reads it.
func TestUnusableService(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer server.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	t.Chdir(t.TempDir())
	const policy = "policy.hcl"
	if err := os.WriteFile(policy, []byte(`invariant "pair" { exclusive = ["a", "b"] }`), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("IDM_TOKEN", "x")
	t.Setenv("IDM_CLIENT_EXT_ID", "acme")
	t.Setenv("IDM_MAX_RETRIES", "0")
	for address, want := range map[string]string{
		server.URL: "The service does not accept the login: base_url is " + server.URL,
		closed.URL: "Nothing listens at the address: base_url is " + closed.URL,
	} {
		t.Setenv("IDM_BASE_URL", address)
		for _, line := range []string{"access all", "policy check --policy " + policy, "snapshot --out copy.json",
			"snapshot --permissions-only",
			"export --out export", "init --out new", "recertify open campaign"} {
			out, code := companion(t, strings.Fields(line)...)
			if code != exitError || !strings.Contains(out, want) || strings.Contains(out, "not sent, because") {
				t.Errorf("%s: exit code %d\n%s", line, code, out)
			}
		}
	}
}

// A misspelled flag of any command is an error that names the right one.
func TestMisspelled_flags(t *testing.T) {
	for name, path := range allCommands(strict()) {
		cmd, _, _ := strict().Find(path)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || len(f.Name) < 3 {
				return
			}
			_, err := runs(t, append(slices.Clone(path), "--"+misspell(f.Name))...)
			if err == nil || !strings.Contains(err.Error(), `"--`+f.Name+`"`) {
				t.Errorf("idmctl %s --%s: %v", name, misspell(f.Name), err)
			}
		})
	}
}

var operand = regexp.MustCompile(`\b[A-Z]{3,}\b`)

// operands returns file names that do not exist, one for each operand of a command.
func operands(t *testing.T, cmd *cobra.Command) []string {
	_, use, _ := strings.Cut(cmd.Use, " ")
	var names []string
	for range operand.FindAllString(use, -1) {
		names = append(names, filepath.Join(t.TempDir(), "nosuch"))
	}
	return names
}

// eachRunnable visits a command line of every command that does something. The steps of a pipeline
// pass their flags on.
func eachRunnable(t *testing.T, visit func(name string, cmd *cobra.Command, line []string)) {
	for name, path := range allCommands(strict()) {
		cmd, _, _ := strict().Find(path)
		if cmd.HasSubCommands() || path[0] == "help" || path[0] == "completion" || path[0] == "pipeline" {
			continue
		}
		visit(name, cmd, append(slices.Clone(path), operands(t, cmd)...))
	}
}

// A number of arguments that a command does not take is an error that shows how it is called.
func TestMisspelled_arguments(t *testing.T) {
	eachRunnable(t, func(name string, cmd *cobra.Command, line []string) {
		path := strings.Fields(name)
		for _, args := range [][]string{line[:len(path)], append(slices.Clone(line), "more")} {
			given := args[len(path):]
			if cmd.ValidateArgs(given) == nil {
				continue
			}
			want := `run "` + cmd.CommandPath() + ` `
			if !strings.Contains(cmd.Use, " ") {
				want = `"more" was given`
			}
			if _, err := runs(t, args...); err == nil || !strings.Contains(err.Error(), want) ||
				!strings.Contains(err.Error(), cmd.CommandPath()+" --help") {
				t.Errorf("%s with %d arguments: %v", name, len(given), err)
			}
		}
	})
}

// A value that a flag does not have is an error before any work is done.
func TestMisspelled_values(t *testing.T) {
	without := []string{"out", "client"}
	seen := map[string]int{}
	eachRunnable(t, func(name string, cmd *cobra.Command, line []string) {
		for _, flag := range []string{"output", "report", "findings", "layout", "grants", "only", "without", "fail-on", "by", "undecided",
			"quirk", "fault", "limit", "latency", "at", "within", "since"} {
			if cmd.Flag(flag) == nil {
				continue
			}
			seen[flag]++
			wrong := slices.Clone(line)
			for _, needed := range without {
				if cmd.Flag(needed) != nil && needed != flag {
					wrong = append(wrong, "--"+needed, filepath.Join(t.TempDir(), "new"))
				}
			}
			_, err := runs(t, append(wrong, "--"+flag, "nosuch")...)
			if err == nil || !strings.Contains(err.Error(), "nosuch") || errors.Is(err, os.ErrNotExist) {
				t.Errorf("idmctl %s --%s nosuch: %v", name, flag, err)
			}
		}
	})
	if seen["output"] < 10 || len(seen) < 15 {
		t.Errorf("only %v", seen)
	}
}

// A variable that is almost one of ours is an error in every command.
func TestMisspelled_variables(t *testing.T) {
	t.Setenv("IDM_TOKN", "t")
	eachRunnable(t, func(name string, _ *cobra.Command, line []string) {
		if _, err := runs(t, line...); err == nil || !strings.Contains(err.Error(), "Did you mean IDM_TOKEN?") {
			t.Errorf("idmctl %s: %v", name, err)
		}
	})
	t.Setenv("IDM_TOKN", "")
	for _, variable := range connection.Variables() {
		wrong := misspell(variable)
		t.Setenv(wrong, "x")
		if problems := connection.Misspelled(); len(problems) != 1 || !strings.Contains(problems.Error(), variable) {
			t.Errorf("%s: %v", wrong, problems)
		}
		t.Setenv(wrong, "")
	}
	for _, other := range []string{"IDM_IMAGE", "IDM_PLAN", "IDM_POLICY", "IDM_FAIL_ON", "IDM_ACC_QUIRKS"} {
		t.Setenv(other, "x")
	}
	if problems := connection.Misspelled(); len(problems) > 0 {
		t.Error(problems)
	}
}

// What cannot be written is an error, and so is a pattern without files.
func TestMisspelled_files(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "no", "such")
	empty := filepath.Join(t.TempDir(), "empty.hcl")
	if err := os.WriteFile(empty, []byte("# nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	seed := smallSnapshot(t)
	for _, line := range [][]string{
		{"access", "all", "--snapshot", seed, "--out", missing},
		{"policy", "check", "--snapshot", seed, "--policy", empty},
		{"policy", "test", "--policy", empty, t.TempDir()},
		{"policy", "test", filepath.Join(t.TempDir(), "*.test.hcl")},
		{"review", filepath.Join(t.TempDir(), "*.plan")},
		{"review", missing, "--policy", empty},
		{"drift", missing, "--policy", empty},
		{"snapshot", "--permissions-only", "--out", missing},
		{"simulate", "--seed", missing},
		{"recertify", "merge", missing},
	} {
		if _, err := runs(t, line...); err == nil || errors.As(err, new(*finding)) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func smallSnapshot(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "snapshot.json")
	if err := os.WriteFile(file, []byte(`{"clients": [{"extId": "acme"}], "users": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
