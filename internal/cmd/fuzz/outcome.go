package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// outcome is the result of a run of the CLI with -json.
type outcome struct {
	exit int
	// planned is the number of writes in the plan, or 0 if the plan failed.
	planned     int
	diagnostics []diagnostic
	// document is the JSON document of `show`; rest contains the lines that are not JSON.
	document []byte
	rest     []string
}

// diagnostic is an error or a warning with the address of its object.
type diagnostic struct {
	Severity, Summary, Detail, Address string
}

// message is a line of the CLI's output with -json.
type message struct {
	Type       string
	Format     string `json:"format_version"`
	Diagnostic diagnostic
	Changes    struct {
		Add, Change, Remove int
		Operation           string
	}
}

func read(exit int, output []byte) outcome {
	o := outcome{exit: exit}
	for line := range bytes.Lines(output) {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			o.rest = append(o.rest, strings.TrimSpace(string(line)))
			continue
		}
		switch {
		case m.Format != "":
			o.document = bytes.Clone(line)
		case m.Type == "diagnostic":
			o.diagnostics = append(o.diagnostics, m.Diagnostic)
		case m.Type == "change_summary" && m.Changes.Operation == "plan":
			o.planned = m.Changes.Add + m.Changes.Change + m.Changes.Remove
		}
	}
	return o
}

func (o outcome) of(severity string) []diagnostic {
	var all []diagnostic
	for _, d := range o.diagnostics {
		if d.Severity == severity {
			all = append(all, d)
		}
	}
	return all
}

// text returns the errors.
func (o outcome) text() string {
	var b strings.Builder
	for _, d := range o.of("error") {
		fmt.Fprintf(&b, "%s: %s: %s\n", d.Address, d.Summary, d.Detail)
	}
	return b.String() + strings.Join(o.rest, "\n")
}
