package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// fingerprints gives each finding of a report a unique ID that is stable between runs.
type fingerprints map[string]int

func (p fingerprints) of(f Finding) string {
	text := strings.Join([]string{f.Rule, f.Address, f.Text}, "\x00")
	p[text]++
	sum := sha256.Sum256([]byte(text + "\x00" + strconv.Itoa(p[text])))
	return hex.EncodeToString(sum[:])
}

// issue is a finding in the format of Code Climate, which GitLab reads as code quality.
type issue struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// writeCodeQuality writes the code quality report of GitLab. It requires a location, so a finding
// without one is on the first line of the subject.
func writeCodeQuality(w io.Writer, r *Report) error {
	severities := map[Level]string{Error: "critical", Warning: "major", Note: "info"}
	prints, issues := fingerprints{}, []issue{}
	for _, f := range r.Findings {
		found := issue{Description: f.Text, CheckName: f.Rule, Fingerprint: prints.of(f), Severity: severities[f.Level]}
		if f.Excused != "" {
			found.Severity, found.Description = "info", f.Text+" (exception: "+f.Excused+")"
		}
		found.Location.Path, found.Location.Lines.Begin = r.Subject, 1
		if f.At != nil {
			found.Location.Path, found.Location.Lines.Begin = f.At.File, f.At.Line
		}
		issues = append(issues, found)
	}
	return indented(w, "  ", issues)
}

// writeTerraformReport writes the counts for the merge request widget of GitLab.
func writeTerraformReport(w io.Writer, r *Report) error {
	if r.Changes == nil {
		return errors.New("the format gitlab-terraform counts the changes of a plan, so only idmctl review writes it")
	}
	return indented(w, "", r.Changes)
}

type (
	testSuites struct {
		XMLName xml.Name    `xml:"testsuites"`
		Suites  []testSuite `xml:"testsuite"`
	}
	testSuite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Cases    []testCase `xml:"testcase"`
	}
	testCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Failure *testFailure `xml:"failure"`
	}
	testFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a test report in which each checked rule is a test.
func writeJUnit(w io.Writer, r *Report) error {
	suite := testSuite{Name: "idmctl " + r.Check + " " + r.Subject}
	for _, rule := range r.Rules {
		if !rule.Checked {
			continue
		}
		test := testCase{Class: "idmctl." + r.Check, Name: rule.ID}
		if found := r.failing(rule.ID); len(found) > 0 {
			suite.Failures++
			var lines []string
			for _, f := range found {
				if test.File == "" && f.At != nil {
					test.File = f.At.File
				}
				lines = append(lines, f.line())
			}
			test.Failure = &testFailure{Message: rule.Description, Type: rule.ID, Text: strings.Join(lines, "\n")}
		}
		suite.Cases = append(suite.Cases, test)
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(testSuites{Suites: []testSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// line returns a finding as one line of text.
func (f Finding) line() string {
	if f.At == nil {
		return f.Text
	}
	return fmt.Sprintf("%s:%d: %s", f.At.File, f.At.Line, f.Text)
}

// writeGitHub writes workflow commands, which GitHub shows as annotations.
func writeGitHub(w io.Writer, r *Report) error {
	commands := map[Level]string{Error: "error", Warning: "warning", Note: "notice"}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range r.Findings {
		command := commands[f.Level]
		if f.Excused != "" {
			command = "notice"
		}
		properties := "title=" + property.Replace("idmctl "+r.Check+": "+f.Rule)
		if f.At != nil {
			properties = fmt.Sprintf("file=%s,line=%d,%s", property.Replace(f.At.File), f.At.Line, properties)
		}
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", command, properties, data.Replace(f.Text)); err != nil {
			return err
		}
	}
	return nil
}

type (
	conftestResult struct {
		Filename   string            `json:"filename"`
		Namespace  string            `json:"namespace"`
		Successes  int               `json:"successes"`
		Warnings   []conftestMessage `json:"warnings,omitempty"`
		Failures   []conftestMessage `json:"failures,omitempty"`
		Exceptions []conftestMessage `json:"exceptions,omitempty"`
	}
	conftestMessage struct {
		Message  string            `json:"msg"`
		Metadata map[string]string `json:"metadata,omitempty"`
	}
)

// writeConftest writes the JSON of conftest. Atlantis searches it for the key of the failures, with
// one space after the colon, so the output is indented and omits the key if no rule failed.
func writeConftest(w io.Writer, r *Report) error {
	result := conftestResult{Filename: r.Subject, Namespace: "idmctl." + r.Check}
	for _, rule := range r.Rules {
		if rule.Checked && len(r.failing(rule.ID)) == 0 {
			result.Successes++
		}
	}
	for _, f := range r.Findings {
		message := conftestMessage{Message: f.Rule + ": " + f.line(), Metadata: map[string]string{"rule": f.Rule}}
		if f.Address != "" {
			message.Metadata["address"] = f.Address
		}
		switch {
		case f.Excused != "":
			result.Exceptions = append(result.Exceptions, message)
		case f.Level == Error:
			result.Failures = append(result.Failures, message)
		case f.Level == Warning:
			result.Warnings = append(result.Warnings, message)
		}
	}
	return indented(w, "\t", []conftestResult{result})
}
