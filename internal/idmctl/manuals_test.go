package idmctl

import (
	"os"
	"strings"
	"testing"
)

// The README and the guide name every command of the help.
func TestCommands_named(t *testing.T) {
	for _, page := range []string{"../../README.md", "../../docs/guides/idmctl.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, cmd := range newCommand().Commands() {
			if !cmd.Hidden && !strings.Contains(string(text), "`"+cmd.Name()+"`") && !strings.Contains(string(text), "`idmctl "+cmd.Name()+"`") {
				t.Errorf("%s does not name %s", page, cmd.Name())
			}
		}
	}
}
