package role

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newResource() resource.Resource {
	return resourcebase.NewObject(resourcebase.Resource{
		Description: "A role of an application. `idm_authorization` grants it to a profile; `idm_enterprise_role_member` " +
			"adds it to an enterprise role.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.Role, Collection: planchecks.CollectionOf(idm.RoleOps),
		},
	}, resourcebase.ObjectCalls[idm.Role, idm.RoleInput, *model]{
		Writes: idm.RoleWrites,
		Holder: resourcebase.HolderByName(idm.RoleOps, func(plan *model) types.String { return plan.Name }),
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"application_ext_id": attrs.Reference("External ID of the application that the role belongs to. Changing it replaces the " +
			"role: all users lose it."),
		"name":        attrs.RequiredText("Name of the role, unique in its application."),
		"description": attrs.OptionalText("Purpose of the role."),
	}
}
