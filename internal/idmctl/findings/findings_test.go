package findings_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"pgregory.net/rapid"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

func example() *findings.Report {
	return &findings.Report{
		Check: "review", Version: "1.2.3", Subject: "tenant.tfplan",
		Rules: []findings.Rule{
			{ID: "rename", Description: "an object gets another name"},
			{ID: "gain.global", Description: "a grant is global", Checked: true},
			{ID: "invariant/payments", Description: "invariant payments", Checked: true},
			{ID: "revoke", Description: "a role is lost", Checked: true},
		},
		Findings: []findings.Finding{
			{Rule: "rename", Level: findings.Note, Text: "Unit IT is renamed", Address: "idm_unit.it"},
			{Rule: "gain.global", Level: findings.Error, Text: "Anna gains [admin](https://evil.example) for all clients",
				Address: `idm_authorization.all["anna"]`, At: &sourceline.Location{File: "data/a b.yaml", Line: 12}},
			{Rule: "gain.global", Level: findings.Error, Text: "Ben gains admin,\n::error::for all: 100 %",
				Address: "idm_authorization.ben"},
			{Rule: "invariant/payments", Level: findings.Error, Text: "Cleo has both", Excused: "until the audit"},
		},
		Changes: &findings.Changes{Create: 2, Update: 1},
	}
}

func encode(t interface{ Fatal(...any) }, r *findings.Report, format string) string {
	content, err := r.Encode(format)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestSARIF(t *testing.T) {
	run := valid(t, encode(t, example(), "sarif")).Runs[0]
	if got := *run.Tool.Driver.Name + " " + *run.Tool.Driver.SemanticVersion; got != "idmctl review 1.2.3" {
		t.Errorf("the tool is %s", got)
	}
	first := run.Results[0]
	if *first.RuleID != "gain.global" || first.Level != "error" || *run.Tool.Driver.Rules[first.RuleIndex].ID != "gain.global" {
		t.Errorf("the first result is %+v", first)
	}
	if got := *first.Message.Text; got != `Anna gains \[admin\](https://evil.example) for all clients` {
		t.Errorf("the message holds a link: %s", got)
	}
	at := first.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "data/a%20b.yaml" || *at.Region.StartLine != 12 {
		t.Errorf("the location is %+v", at)
	}
	if got := run.Results[2].Suppressions; len(got) != 1 || *got[0].Justification != "until the audit" {
		t.Errorf("the exception is %+v", got)
	}
	if run.Results[3].Level != "note" {
		t.Errorf("the last result is %+v", run.Results[3])
	}
}

func TestJUnit(t *testing.T) {
	suites, err := junit.Ingest([]byte(encode(t, example(), "junit")))
	if err != nil {
		t.Fatal(err)
	}
	suite := suites[0]
	if suite.Totals.Tests != 3 || suite.Totals.Failed != 1 || len(suite.Tests) != 3 {
		t.Fatalf("%+v", suite)
	}
	if failure := suite.Tests[0].Error; failure == nil || !strings.Contains(failure.Error(), "data/a b.yaml:12: Anna gains") ||
		!strings.Contains(failure.Error(), "Ben gains") {
		t.Errorf("%+v", suite.Tests[0])
	}
	if excused := suite.Tests[1]; excused.Name != "invariant/payments" || excused.Status != junit.StatusPassed {
		t.Errorf("an exception fails: %+v", excused)
	}
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(encode(t, example(), "github"), "\n"), "\n")
	want := []string{
		"::error file=data/a b.yaml,line=12,title=idmctl review%3A gain.global::Anna gains [admin](https://evil.example) for all clients",
		"::error title=idmctl review%3A gain.global::Ben gains admin,\\n::error::for all: 100 %25",
		"::notice title=idmctl review%3A invariant/payments::Cleo has both",
		"::notice title=idmctl review%3A rename::Unit IT is renamed",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
}

func TestGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(encode(t, example(), "gitlab")), &issues); err != nil {
		t.Fatal(err)
	}
	prints := map[string]bool{}
	for _, issue := range issues {
		prints[issue.Fingerprint] = true
		if issue.Location.Path == "" || issue.Location.Lines.Begin < 1 {
			t.Errorf("no location: %+v", issue)
		}
	}
	if len(prints) != 4 || issues[0].Severity != "critical" || issues[2].Severity != "info" {
		t.Errorf("%+v", issues)
	}
	if got := encode(t, example(), "gitlab-terraform"); got != `{"create":2,"update":1,"delete":0}`+"\n" {
		t.Errorf("the widget gets %s", got)
	}
	if _, err := (&findings.Report{Check: "drift"}).Encode("gitlab-terraform"); err == nil {
		t.Error("a check without a plan has a report of its changes")
	}
}

// failures is the expression with which Atlantis 0.4x detects a failed custom policy check
// (server/events/project_command_runner.go).
var failures = regexp.MustCompile(`([1-9][0-9]* failure|failures": \[)`)

func TestConftest(t *testing.T) {
	if got := encode(t, example(), "conftest"); !failures.MatchString(got) {
		t.Errorf("Atlantis accepts %s", got)
	}
	var results []struct {
		Successes            int
		Failures, Exceptions []struct {
			Msg      string
			Metadata map[string]any
		}
	}
	if err := json.Unmarshal([]byte(encode(t, example(), "conftest")), &results); err != nil {
		t.Fatal(err)
	}
	if got := results[0]; got.Successes != 2 || len(got.Failures) != 2 || len(got.Exceptions) != 1 ||
		got.Failures[0].Metadata["rule"] != "gain.global" {
		t.Errorf("%+v", got)
	}
	passing := example()
	passing.Findings = passing.Findings[:1]
	if got := encode(t, passing, "conftest"); failures.MatchString(got) || strings.HasPrefix(got, "FAIL") {
		t.Errorf("Atlantis refuses %s", got)
	}
}

func TestKnown(t *testing.T) {
	err := findings.Known("sarf")
	if err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("%v", err)
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
