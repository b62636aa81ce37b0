package application

import (
	"context"
	"fmt"
	"iter"

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
		Description: "An application: a system whose roles (`idm_role`) give access to it. `idm_client_application` assigns " +
			"it to a client.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.Application, Collection: planchecks.CollectionOf(idm.ApplicationOps),
		},
	}, resourcebase.ObjectCalls[idm.Application, idm.ApplicationInput, *model]{
		Writes:     idm.ApplicationWrites,
		Holder:     resourcebase.HolderByName(idm.ApplicationOps, func(plan *model) types.String { return plan.Name }),
		Dependents: dependents,
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":         attrs.RequiredText("Name of the application, unique in the whole service."),
		"description":  attrs.OptionalText("Purpose of the application."),
		"url":          attrs.OptionalText("Address of the application."),
		"displayed":    attrs.RequiredBool("`true` when the portal shows the application."),
		"display_name": attrs.LocalizedText("Display name"),
	}
}

// dependents lists the roles of an application for the error of a service that does not delete them
// along with it.
func dependents(ctx context.Context, api *idm.API, state *model) iter.Seq[string] {
	return resourcebase.Dependents(idm.RoleOps.List(ctx, api, idm.Place{Owner: state.ExtID.ValueString()}), func(o idm.Role) string {
		return fmt.Sprintf("role %s (%q)", objecttype.ImportID(o.ExtID), o.Name)
	})
}
