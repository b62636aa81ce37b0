package review

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// The header of a review of many plans counts them, and lists them below, so that no line grows
// with their number.
func TestDocument_manyPlans(t *testing.T) {
	var r Review
	service := Service{ID: "known after apply"}
	for i := range 30 {
		name := fmt.Sprintf("unit-%02d", i)
		r.Plan.Plans = append(r.Plan.Plans, Part{Name: name, File: name + "/tenant.plan", SHA256: strings.Repeat("0a", 32),
			Backend: "pg schema_name=" + name})
		r.Plan.File += name + ", "
		service.Configs = append(service.Configs, name+"/idm")
	}
	r.Plan.Services = []Service{service}
	_, header, _ := strings.Cut(r.Document().Text(100), "WHAT WAS REVIEWED")
	for _, part := range []string{"\n  Plans: 30\n    unit-00: unit-00/tenant.plan, SHA-256 ", "schema_name=unit-29"} {
		if !strings.Contains(header, part) {
			t.Errorf("the plans are not listed with %q:\n%s", part, header)
		}
	}
	for line := range strings.Lines(header) {
		if utf8.RuneCountInString(line) > 201 {
			t.Errorf("a long line: %s", line)
		}
	}
	page := r.Document().Markdown(0)
	if !strings.Contains(page, "<details><summary>Plans: 30</summary>") {
		t.Errorf("the plans are not folded:\n%s", page)
	}
	for line := range strings.Lines(page) {
		if len(line) > 300 {
			t.Errorf("a long line: %s", line)
		}
	}
}
