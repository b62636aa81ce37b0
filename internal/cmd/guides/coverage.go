package main

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// object is an object of the reference with a row for each of its fields.
type object struct {
	conformance.ReferenceObject
	Rows []field
}

type field struct {
	Name, Attribute string
	Remarks         []string
}

// coveragePage returns the page with each row of the reference, its use and its tests.
func coveragePage() (string, error) {
	tables, err := conformance.Tables()
	if err != nil {
		return "", err
	}
	described, err := conformance.Objects()
	if err != nil {
		return "", err
	}
	rules, err := conformance.Rules()
	if err != nil {
		return "", err
	}
	leftOut, err := conformance.AllLeftOut()
	if err != nil {
		return "", err
	}
	objects := make([]object, len(described))
	for i, o := range described {
		objects[i] = object{ReferenceObject: o, Rows: rows(o)}
	}
	text, err := render("coverage.md.tmpl", map[string]any{
		"Tables": tables, "Objects": objects, "Rules": rules, "LeftOut": leftOut,
		"Documents": []string{conformance.CloudAPI, conformance.ServiceAPIs, conformance.CoreAPI},
	})
	return strings.ReplaceAll(text, "](../", "](../../docs/"), err
}

func rows(o conformance.ReferenceObject) []field {
	out := make([]field, len(o.Fields))
	for i, name := range o.Fields {
		out[i] = field{Name: name, Remarks: remarks(o, name)}
		if !nowhere(o, name) {
			out[i].Attribute = o.Attribute(name)
		}
	}
	return out
}

// nowhere reports whether no place of an object has a field.
func nowhere(o conformance.ReferenceObject, name string) bool {
	for _, place := range o.In {
		if _, left := o.Exception(place, name); !left {
			return false
		}
	}
	return true
}

// remarks lists the places that omit a field, grouped by reason.
func remarks(o conformance.ReferenceObject, name string) []string {
	places, reasons := map[string][]string{}, []string{}
	for _, place := range o.In {
		why, left := o.Exception(place, name)
		if !left {
			continue
		}
		if places[why] == nil {
			reasons = append(reasons, why)
		}
		places[why] = append(places[why], named(place))
	}
	for i, why := range reasons {
		if len(places[why]) < len(o.In) {
			reasons[i] = "Not in " + strings.Join(places[why], ", ") + ": " + strings.ToLower(why[:1]) + why[1:]
		}
	}
	return reasons
}
