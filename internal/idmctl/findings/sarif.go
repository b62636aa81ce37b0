package findings

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"
)

// The part of SARIF 2.1.0 that a report uses.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool     sarifTool     `json:"tool"`
		Language string        `json:"language"`
		Newlines []string      `json:"newlineSequences"`
		Results  []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"semanticVersion,omitempty"`
		Language       string      `json:"language"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		Help             sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        Level              `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	help        = "https://github.com/identity-iac/terraform-provider-idm/blob/main/docs/guides/review-rules.md"
)

// writeSARIF writes SARIF for code scanning.
func writeSARIF(w io.Writer, r *Report) error {
	run := sarifRun{Language: "en-US", Newlines: []string{"\n"}, Results: []sarifResult{}, Tool: sarifTool{sarifDriver{
		Name: "idmctl " + r.Check, Version: r.Version, Language: "en-US", InformationURI: help, Rules: []sarifRule{},
	}}}
	index := map[string]int{}
	for i, rule := range r.Rules {
		index[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: rule.ID, ShortDescription: sarifText{rule.Description}, Help: sarifText{"See " + help},
		})
	}
	prints := fingerprints{}
	for _, f := range r.Findings {
		result := sarifResult{
			RuleID: f.Rule, RuleIndex: index[f.Rule], Level: f.Level, Message: sarifText{unlinked(f.Text)},
			Fingerprints: map[string]string{"idmctl/v1": prints.of(f)},
		}
		if f.Excused != "" {
			result.Suppressions = []sarifSuppression{{"external", f.Excused}}
		}
		if f.At != nil {
			at := sarifLocation{Physical: sarifPhysical{sarifArtifact{relativeURI(f.At.File)}, sarifRegion{f.At.Line}}}
			if f.Address != "" {
				at.Logical = []sarifLogical{{f.Address, "resource"}}
			}
			result.Locations = []sarifLocation{at}
		}
		run.Results = append(run.Results, result)
	}
	return indented(w, "  ", sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// unlinked escapes a text for a SARIF message, in which brackets begin a link.
func unlinked(text string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(text)
}

// relativeURI returns a path with slashes as a relative reference.
func relativeURI(file string) string {
	parts := strings.Split(file, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

func indented(w io.Writer, indent string, data any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", indent)
	return encoder.Encode(data)
}
