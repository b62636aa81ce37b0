package diagnostics

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Elements is a message about elements of an authoritative resource.
type Elements struct {
	// Summary is the title of the message.
	Summary string

	refuses       bool
	before, after string
}

// The messages about elements.
var (
	// RefuseTakeover refuses to create a resource, because the plan of a create cannot show what it would
	// remove.
	RefuseTakeover = Elements{refuses: true, Summary: "Undeclared elements exist",
		before: "This resource is authoritative, and would remove or change objects that no plan has shown. Nothing was sent. Undeclared:",
		after:  "Add them to the configuration, or import them, so that the next plan shows what it removes and changes:\n\n"}
	// LeftUndeclared warns about undeclared elements of a resource that a run has replaced.
	LeftUndeclared = Elements{Summary: "Undeclared elements exist",
		before: "This resource was replaced, and removed only what its plan showed. These remain unchanged:",
		after:  "The next plan shows what it removes and changes."}
	// KeptUndeclared warns about elements that a destroy keeps, because the last apply did not declare
	// them.
	KeptUndeclared = Elements{Summary: "Undeclared elements stay",
		before: "A destroy removes only what the last apply of this resource declared. These were added elsewhere since then. They stay, " +
			"unless the object that holds them is destroyed, too:",
		after: "To remove them, first apply the resource without elements, or remove them by hand."}
	// PartlyCreated warns that a create failed after it had created some elements. They are not in the
	// state, and the next create accepts them.
	PartlyCreated = Elements{Summary: "Created only part of the elements",
		before: "These were created before the error and remain:",
		after:  "Correct the error and apply again: the existing objects are accepted, and only the others are created."}
	// NotRecorded is PartlyCreated for a collection, whose next create has to be told to take them over.
	NotRecorded = Elements{Summary: PartlyCreated.Summary, before: PartlyCreated.before,
		after: "Terraform does not record a resource whose create failed. Correct the errors, set adopt = [\"*\"] or their keys, and " +
			"apply again: the existing objects are then taken over, and only the others are created. Remove adopt afterwards."}
)

// Of returns the message about elements of a resource, one line each; nothing without elements.
func (e Elements) Of(noun string, key []string, at path.Path, elements []string) diag.Diagnostics {
	if len(elements) == 0 {
		return nil
	}
	detail := fmt.Sprintf("Object: %s %s\n\n%s\n\n- %s\n\n%s", Title(noun), objecttype.ImportID(key...), e.before, list(elements),
		e.after)
	if e.refuses {
		return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, e.Summary, detail+ImportBlock(noun, key))}
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(at, e.Summary, detail)}
}
