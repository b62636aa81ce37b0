package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

func TestContract_importIDsOfTheWrongForm(t *testing.T) {
	s, schemas := server(t)
	configure(t, s, schemas.Provider)
	for name, schema := range schemas.ResourceSchemas {
		if isCollection(name) {
			continue
		}
		form := idForm(schema)
		resp, err := s.ImportResourceState(context.Background(), &tfprotov6.ImportResourceStateRequest{TypeName: name, ID: "a/b/c/d/e"})
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail, "does not have the form "+form) {
			t.Errorf("%s does not say the right form: %+v", name, resp.Diagnostics)
		}
	}
}

// idForm returns the form of a resource's import ID as in its documentation.
func idForm(schema *tfprotov6.Schema) string {
	for _, attribute := range schema.Block.Attributes {
		if attribute.Name == "id" {
			// The description is: Import ID: `client_ext_id/…`.
			return strings.Split(attribute.Description, "`")[1]
		}
	}
	return ""
}
