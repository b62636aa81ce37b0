package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newResource() resource.Resource {
	return resourcebase.NewMember[model](resourcebase.Resource{
		Description: "Assigns an application to a client, whose users can then be granted its " +
			"roles.\n\n`idm_client_applications` manages all applications of a client instead.",
		Attributes: attributes,
		Subject:    planchecks.Subject{Type: objecttype.ClientApplication},
	}, idm.ClientApplicationOps)
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"application_ext_id": attrs.Reference("External ID of the application. Changing it replaces the assignment."),
	}
}
