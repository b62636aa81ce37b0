package findings_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"pgregory.net/rapid"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

func encode(t interface{ Fatal(...any) }, r *findings.Report, format string) string {
	content, err := r.Encode(format)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// failures is the expression with which Atlantis 0.4x detects a failed custom policy check
// (server/events/project_command_runner.go).
var failures = regexp.MustCompile(`([1-9][0-9]* failure|failures": \[)`)

// The counts of a plan need a plan, and a misspelled format names the right one.
func TestKnown(t *testing.T) {
	err := findings.Known("sarf")
	if err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("%v", err)
	}
	if _, err := (&findings.Report{Check: "drift"}).Encode("gitlab-terraform"); err == nil {
		t.Error("a check without a plan has a report of its changes")
	}
}

// Names come from the service, so a finding can contain any text. It stays text in every format.
func TestEncode_hostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"]]>", "</failure><failure>", "\x00\x1b[31m", "\"}]", "::error::x", "##[error]x", "%0A::error::x", "\u202e", "a\r\nb", "FAIL",
		}))
		text := strings.Join(rapid.SliceOfN(hostile, 1, 5).Draw(t, "parts"), "")
		r := &findings.Report{Check: "review", Subject: text, Version: "dev",
			Rules: []findings.Rule{{ID: "x" + text, Description: text, Checked: true}},
			Findings: []findings.Finding{
				{Rule: "x" + text, Level: findings.Error, Text: text, Address: text, At: &sourceline.Location{File: "f/" + text, Line: 3}},
				{Rule: "x" + text, Level: findings.Error, Text: text, Address: text},
			}}
		checkSARIF(t, encode(t, r, "sarif"))
		if suites, err := junit.Ingest([]byte(encode(t, r, "junit"))); err != nil || suites[0].Totals.Failed != 1 {
			t.Fatalf("JUnit: %v %+v", err, suites)
		}
		for _, format := range []string{"gitlab", "conftest"} {
			var list []map[string]any
			if err := json.Unmarshal([]byte(encode(t, r, format)), &list); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
		}
		if !failures.MatchString(encode(t, r, "conftest")) {
			t.Fatal("Atlantis accepts a failure")
		}
		commands := strings.Split(strings.TrimSuffix(encode(t, r, "github"), "\n"), "\n")
		if len(commands) != 2 || !strings.HasPrefix(commands[0], "::error ") || !strings.HasPrefix(commands[1], "::error ") {
			t.Fatalf("workflow commands: %q", commands)
		}
		for _, format := range findings.Formats() {
			if format == "gitlab-terraform" {
				continue
			}
			if c := strings.IndexFunc(encode(t, r, format),
				func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }); c >= 0 {
				t.Fatalf("%s holds a control character", format)
			}
		}
	})
}

// valid parses SARIF with a library that contains the official schema. The decoder rejects fields
// outside the schema, because the library would drop them.
func valid(t interface{ Fatal(...any) }, content string) *sarif.Report {
	strict := json.NewDecoder(strings.NewReader(content))
	strict.DisallowUnknownFields()
	if err := strict.Decode(new(sarif.Report)); err != nil {
		t.Fatal(err)
	}
	log, err := sarif.FromString(content)
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		t.Fatal(err)
	}
	return log
}

func checkSARIF(t *rapid.T, content string) {
	log, err := sarif.FromString(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range log.Runs[0].Results {
		if len(result.Locations) == 0 {
			continue
		}
		uri := *result.Locations[0].PhysicalLocation.ArtifactLocation.URI
		if parsed, err := url.Parse(uri); err != nil || parsed.IsAbs() || parsed.Host != "" {
			t.Fatal(fmt.Sprintf("the location %q leads elsewhere: %v", uri, err))
		}
	}
}
