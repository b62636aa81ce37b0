package main

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// absences lists the phrases that describe the effect of omitting an argument.
var absences = []string{"Without it", "Defaults to", "the default", "Omitted languages", "clears", "refuses to clear",
	"Required for the scopes", "`ENUM`, at least one", "is removed from the", "Plans do not show them", "At least one of the two"}

// The description of an argument states the effect of omitting it, whether a change replaces the
// object, and which values are never stored.
func TestDescriptions_stateEffects(t *testing.T) {
	parts, err := catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	said := resourceDescriptions(t)
	says := func(where, text string, phrases ...string) {
		t.Helper()
		for _, phrase := range phrases {
			if strings.Contains(text, phrase) {
				return
			}
		}
		t.Errorf("%s says none of %q: %s", where, phrases, text)
	}
	for _, p := range parts {
		if p.Kind != "resource" {
			continue
		}
		for name, attribute := range said[prefix+p.Name] {
			if attribute.IsOptional() {
				says(p.Name+"."+name, attribute.GetMarkdownDescription(), absences...)
			}
			if attribute.IsWriteOnly() {
				says(p.Name+"."+name, attribute.GetMarkdownDescription(), "Write-only")
			}
		}
		for _, name := range p.Replaces {
			says(p.Name+"."+name, said[prefix+p.Name][name].GetMarkdownDescription(), "replaces", "cannot be changed")
		}
	}
}

// resourceDescriptions returns the attributes of every resource by its type.
func resourceDescriptions(t *testing.T) map[string]map[string]schema.Attribute {
	t.Helper()
	all := map[string]map[string]schema.Attribute{}
	for _, construct := range provider.New("test")().Resources(t.Context()) {
		r := construct()
		var about resource.MetadataResponse
		r.Metadata(t.Context(), resource.MetadataRequest{ProviderTypeName: "idm"}, &about)
		var response resource.SchemaResponse
		r.Schema(t.Context(), resource.SchemaRequest{}, &response)
		all[about.TypeName] = response.Schema.Attributes
	}
	return all
}
