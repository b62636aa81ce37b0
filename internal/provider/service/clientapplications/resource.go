package clientapplications

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

var calls = resourcebase.SetCalls[resourcebase.NoValue, idm.Application, any]{
	Attribute: "application_ext_ids", Writes: idm.Writes[idm.Application, any]{Ops: idm.ClientApplicationOps},
	AddVerb: "assign", RemoveVerb: "unassign",
}

func newResource() resource.Resource {
	return resourcebase.NewSet[model](resourcebase.Resource{
		Description: "All applications assigned to a client, including those assigned by hand, which the plan " +
			"removes.\n\nCreating it removes nothing: if the client has undeclared applications, the create fails and lists them. " +
			"Import the resource then, and the plan shows the removal.",
		Attributes: attributes,
		Subject:    planchecks.Subject{Type: objecttype.ClientApplications},
	}, calls)
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"application_ext_ids": attrs.ExtIDs("External IDs of the applications; `[]` for none. Include the service's own " +
			"applications that must stay, such as the one that manages identities."),
	}
}
