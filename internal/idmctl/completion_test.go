package idmctl

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A shell completes the values of flags with a fixed set of values.
func TestCompletion(t *testing.T) {
	for line, want := range map[string][]string{
		"export --layout ":       {"hcl", "data"},
		"export --grants ":       {"single", "authoritative"},
		"export --only ":         {"units", "idm_unit"},
		"export --output ":       {"text", "json"},
		"snapshot --output ":     {"text", "json"},
		"review --output ":       {"text", "markdown", "html", "json"},
		"review --fail-on ":      {"access", "gain.global"},
		"drift --output ":        {"text", "html"},
		"rehearse --output ":     {"text", "html"},
		"access who r --output ": {"table", "csv"},
	} {
		var out bytes.Buffer
		root := newCommand()
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(append([]string{"__complete"}, strings.Split(line, " ")...))
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		values := strings.Split(out.String(), "\n")
		for _, value := range want {
			if !slices.Contains(values, value) {
				t.Errorf("%s does not complete %s:\n%s", line, value, out.String())
			}
		}
	}
}

// The help lists each variable of the provider's documentation.
func TestHelp_variables(t *testing.T) {
	page, err := os.ReadFile("../../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	variables := regexp.MustCompile("`(IDM_[A-Z0-9_]+)`").FindAllStringSubmatch(string(page), -1)
	if len(variables) < 25 {
		t.Fatalf("only %d variables", len(variables))
	}
	help := newCommand().Long
	for _, variable := range variables {
		if !strings.Contains(help, variable[1]) {
			t.Errorf("the help lacks %s", variable[1])
		}
	}
}

// The README and the guide name every command of the help.
func TestCommands_named(t *testing.T) {
	for _, page := range []string{"../../README.md", "../../docs/guides/idmctl.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, cmd := range newCommand().Commands() {
			if !strings.Contains(string(text), "`"+cmd.Name()+"`") && !strings.Contains(string(text), "`idmctl "+cmd.Name()+"`") {
				t.Errorf("%s does not name %s", page, cmd.Name())
			}
		}
	}
}
