package findings

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// fingerprints gives each finding of a report a unique ID that is stable between runs.
type fingerprints map[string]int

func (p fingerprints) of(f Finding) string {
	text := strings.Join([]string{f.Rule, f.Address, f.Text}, "\x00")
	p[text]++
	sum := sha256.Sum256([]byte(text + "\x00" + strconv.Itoa(p[text])))
	return hex.EncodeToString(sum[:])
}

//go:embed *.tmpl
var templates embed.FS

// filled returns a format that is a template. Each value in it is JSON or escaped for XML.
func filled(r *Report, format string) ([]byte, error) {
	var b bytes.Buffer
	err := template.Must(template.New(format).Funcs(r.functions()).ParseFS(templates, format)).Execute(&b, r)
	return b.Bytes(), err
}

// functions are the functions of the templates.
func (r *Report) functions() template.FuncMap {
	checked := slices.DeleteFunc(slices.Clone(r.Rules), func(rule Rule) bool { return !rule.Checked })
	broken := slices.DeleteFunc(slices.Clone(checked), func(rule Rule) bool { return len(r.failing(rule.ID)) == 0 })
	findings := func(match func(Finding) bool) []Finding {
		return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return !match(f) })
	}
	return template.FuncMap{
		"json": func(value any) (string, error) {
			encoded, err := json.Marshal(value)
			return string(encoded), err
		},
		"xml": func(text string) (string, error) {
			var b strings.Builder
			err := xml.EscapeText(&b, []byte(text))
			return b.String(), err
		},
		"uri": relativeURI, "unlinked": unlinked, "fingerprint": fingerprints{}.of, "failing": r.failing,
		"checked": func() []Rule { return checked }, "failed": func() int { return len(broken) },
		"successes": func() int { return len(checked) - len(broken) },
		"place": func(id string) int {
			return max(0, slices.IndexFunc(r.Rules, func(rule Rule) bool { return rule.ID == id }))
		},
		"level": func(level Level) []Finding {
			return findings(func(f Finding) bool { return f.Level == level && f.Excused == "" })
		},
		"excused": func() []Finding { return findings(func(f Finding) bool { return f.Excused != "" }) },
		"file": func(rule string) string {
			for _, f := range r.failing(rule) {
				if f.At != nil {
					return f.At.File
				}
			}
			return ""
		},
	}
}

// indented returns a filled template in JSON with an indent.
func indented(indent string) func(*Report, string) ([]byte, error) {
	return func(r *Report, format string) ([]byte, error) {
		content, err := filled(r, format)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = json.Indent(&b, bytes.TrimSpace(content), "", indent)
		b.WriteString("\n")
		return b.Bytes(), err
	}
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

// changes returns the counts for the merge request widget of GitLab.
func changes(r *Report, _ string) ([]byte, error) {
	if r.Changes == nil {
		return nil, errors.New("the format gitlab-terraform counts the changes of a plan, so only idmctl review writes it")
	}
	encoded, err := json.Marshal(r.Changes)
	return append(encoded, '\n'), err
}

// Line returns the finding as one line of text.
func (f Finding) Line() string {
	if f.At == nil {
		return f.Text
	}
	return fmt.Sprintf("%s:%d: %s", f.At.File, f.At.Line, f.Text)
}

// commands returns workflow commands, which GitHub shows as annotations.
func commands(r *Report, _ string) ([]byte, error) {
	levels := map[Level]string{Error: "error", Warning: "warning", Note: "notice"}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b bytes.Buffer
	for _, f := range r.Findings {
		command := levels[f.Level]
		if f.Excused != "" {
			command = "notice"
		}
		properties := "title=" + property.Replace("idmctl "+r.Check+": "+f.Rule)
		if f.At != nil {
			properties = fmt.Sprintf("file=%s,line=%d,%s", property.Replace(f.At.File), f.At.Line, properties)
		}
		fmt.Fprintf(&b, "::%s %s::%s\n", command, properties, data.Replace(f.Text))
	}
	return b.Bytes(), nil
}
