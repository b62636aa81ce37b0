package findings_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/xeipuuv/gojsonschema"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
)

var update = flag.Bool("update", false, "write the files that the readers of other tools read")

// samples are reports with texts: an example, one with hostile texts, and one in which all rules
// hold.
func samples(t *testing.T) map[string]*findings.Report {
	t.Helper()
	all := map[string]*findings.Report{}
	content, err := os.ReadFile("testdata/samples.json")
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Libraries for the formats read the files. Atlantis finds a failure, and none where all rules hold.
func TestReaders_libraries(t *testing.T) {
	for name, r := range samples(t) {
		valid(t, encode(t, r, "sarif"))
		failed := map[string]bool{}
		for _, f := range r.Findings {
			if f.Level == findings.Error && f.Excused == "" {
				failed[f.Rule] = true
			}
		}
		suites, err := junit.Ingest([]byte(encode(t, r, "junit")))
		if err != nil || suites[0].Totals.Failed != len(failed) {
			t.Errorf("%s: JUnit: %v %+v", name, err, suites)
		}
		if got := encode(t, r, "conftest"); failures.MatchString(got) != (len(failed) > 0) || strings.HasPrefix(got, "FAIL") {
			t.Errorf("%s: Atlantis reads %s", name, got)
		}
	}
}

// The files for the readers of other tools (tools/readers) are the output of the writers.
func TestReaders_files(t *testing.T) {
	for name, r := range samples(t) {
		for _, format := range findings.Formats() {
			file := filepath.Join("testdata", name+"."+format)
			got := encode(t, r, format)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || string(want) != got {
				t.Errorf("%s differs, or cannot be read (%v): go test ./internal/idmctl/findings -update", file, err)
			}
		}
	}
}

// codeQuality is the schema that GitLab requires for each entry of a code quality report. The first
// invalid entry ends the report without an error, so that the rest is not shown
// (lib/gitlab/ci/parsers/codequality/code_climate.rb and
// app/validators/json_schemas/codeclimate.json in gitlab-org/gitlab). The severities and the path
// follow its documentation of custom tools.
const codeQuality = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string", "minLength": 1},
			"check_name": {"type": "string", "minLength": 1},
			"fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"properties": {
					"path": {"type": "string", "pattern": "^[^/]"},
					"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
				}
			}
		}
	}
}`

func TestReaders_gitlab(t *testing.T) {
	for name, r := range samples(t) {
		result, err := gojsonschema.Validate(gojsonschema.NewStringLoader(codeQuality),
			gojsonschema.NewStringLoader(encode(t, r, "gitlab")))
		if err != nil || !result.Valid() {
			t.Errorf("%s: %v %v", name, err, result.Errors())
		}
		var entries []struct{ Fingerprint string }
		if err := json.Unmarshal([]byte(encode(t, r, "gitlab")), &entries); err != nil || len(entries) != len(r.Findings) {
			t.Errorf("%s: %d entries of %d findings, %v", name, len(entries), len(r.Findings), err)
		}
		seen := map[string]bool{}
		for _, entry := range entries {
			if seen[entry.Fingerprint] {
				t.Errorf("%s: two entries are one to GitLab", name)
			}
			seen[entry.Fingerprint] = true
		}
		// The widget needs all three counts, as numbers
		// (lib/gitlab/ci/parsers/terraform/tfplan.rb).
		counts := map[string]json.Number{}
		decoder := json.NewDecoder(strings.NewReader(encode(t, r, "gitlab-terraform")))
		if err := decoder.Decode(&counts); err != nil || len(counts) != 3 {
			t.Errorf("%s: the widget reads %v, %v", name, counts, err)
		}
		for _, key := range []string{"create", "update", "delete"} {
			if _, err := counts[key].Int64(); err != nil {
				t.Errorf("%s: the widget has no count %s", name, key)
			}
		}
	}
}

// workflowCommand is a line as GitHub's runner reads it (src/Runner.Common/ActionCommand.cs in
// actions/runner): both forms of a command, and the escapes of each.
type workflowCommand struct {
	name, data string
	properties map[string]string
}

func readCommand(line string) (workflowCommand, bool) {
	line = strings.TrimLeft(line, " \t\v\f\u0085\u00a0")
	rest, second := strings.CutPrefix(line, "::")
	head, data, ended := strings.Cut(rest, "::")
	separator, escapes := ",", []string{"%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%"}
	if !second || !ended {
		_, rest, first := strings.Cut(line, "##[")
		if head, data, ended = strings.Cut(rest, "]"); !first || !ended {
			return workflowCommand{}, false
		}
		separator, escapes = ";", []string{"%3B", ";", "%0D", "\r", "%0A", "\n", "%5D", "]", "%25", "%"}
	}
	unescape := func(text string, escapes ...string) string {
		for i := 0; i < len(escapes); i += 2 {
			text = strings.ReplaceAll(text, escapes[i], escapes[i+1])
		}
		return text
	}
	name, properties, _ := strings.Cut(head, " ")
	command := workflowCommand{name: name, data: unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%"), properties: map[string]string{}}
	for pair := range strings.SplitSeq(strings.TrimSpace(properties), separator) {
		if key, value, found := strings.Cut(pair, "="); found {
			command.properties[key] = unescape(value, escapes...)
		}
	}
	return command, true
}

func TestReaders_github(t *testing.T) {
	for name, r := range samples(t) {
		lines := strings.Split(strings.TrimSuffix(encode(t, r, "github"), "\n"), "\n")
		if len(lines) != len(r.Findings) {
			t.Errorf("%s: %d lines of %d findings", name, len(lines), len(r.Findings))
		}
		for i, line := range lines {
			command, isCommand := readCommand(line)
			if !isCommand || name == "failing" && command.name != "error" || name == "passing" && command.name != "notice" {
				t.Errorf("%s: the runner reads %q as %+v", name, line, command)
			}
			for property := range command.properties {
				if property != "file" && property != "line" && property != "title" {
					t.Errorf("%s: a name adds the property %s to %q", name, property, line)
				}
			}
			if name == "failing" && !strings.HasSuffix(command.data, " gains admin") ||
				!strings.HasPrefix(command.properties["title"], "idmctl review: ") ||
				strings.ContainsAny(command.data, "\r\n") {
				t.Errorf("%s: finding %d is %+v", name, i, command)
			}
		}
	}
}
