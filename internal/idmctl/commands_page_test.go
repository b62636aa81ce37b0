package idmctl

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// The page contains every command and flag of the help, and no hidden ones.
func TestCommandsPage(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root := newCommand()
	page := commandsPage(root)
	for _, cmd := range root.Commands() {
		heading := "\n## " + cmd.CommandPath() + "\n"
		if strings.Contains(page, heading) != (!cmd.Hidden && cmd.Name() != "completion" && cmd.Name() != "help") {
			t.Errorf("the page has %s, or lacks it, against the help", cmd.Name())
		}
		if cmd.Hidden {
			continue
		}
		if !strings.Contains(string(readme), "`"+cmd.Name()+"`") {
			t.Errorf("the README does not name %s", cmd.CommandPath())
		}
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page does not have --%s of %s", f.Name, cmd.Name())
			}
		})
	}
	if strings.Contains(page, "manuals") {
		t.Error("the page shows a hidden command")
	}
}
