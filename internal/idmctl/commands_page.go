package idmctl

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

const commandsHead = `---
page_title: "Commands of idmctl"
subcategory: ""
description: |-
  Every command of idmctl with its flags, as its own help shows them.
---

# Commands of idmctl

Look up commands and flags here. ` + "`idmctl`" + ` signs in like the provider, with the variables ` + "`IDM_…`" + `; see
[Signing in](signing-in.md). Exit codes: 0 success, 1 an error, 2 a finding that should stop a pipeline.
Errors are in [Troubleshooting](troubleshooting.md#idmctl).

` + "`idmctl help COMMAND`" + ` shows the same as this page. ` + "`idmctl completion bash`" + ` (or ` + "`fish`, `powershell`, `zsh`" +
	`) prints the completion of a
shell; the Linux packages include completions and manual pages.
`

// commandsPage returns the guide to all commands, generated from the commands.
func commandsPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(commandsHead)
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() && cmd.Name() != "completion" {
			describeCommand(&b, cmd)
		}
	}
	return b.String()
}

func describeCommand(b *strings.Builder, cmd *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n", cmd.CommandPath())
	long := strings.TrimSpace(cmd.Long)
	if long == "" {
		long = cmd.Short + "."
	}
	// A code block preserves columns.
	if strings.Contains(long, "\n  ") {
		fmt.Fprintf(b, "```text\n%s\n```\n", long)
	} else {
		b.WriteString(long + "\n")
	}
	fmt.Fprintf(b, "\n```text\n%s\n```\n", cmd.UseLine())
	if cmd.HasExample() {
		fmt.Fprintf(b, "\nExamples:\n\n```shell\n%s\n```\n", dedented(cmd.Example))
	}
	if flags := strings.TrimRight(cmd.NonInheritedFlags().FlagUsages(), "\n"); flags != "" {
		fmt.Fprintf(b, "\nFlags:\n\n```text\n%s\n```\n", flags)
	}
	if all := cmd.Annotations[lists]; all != "" {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", all)
	}
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			describeCommand(b, below)
		}
	}
}

func dedented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
