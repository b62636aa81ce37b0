package resourcebase

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// Lister returns the list of the credentials of the kind that a user has. The description names
// what it finds, and name is what people call one.
func (c Credential[M, P]) Lister(description string, name func(idm.Credential) string) list.ListResource {
	return NewLister(c.Resource, Listing[idm.Credential]{
		Description: description,
		Source:      OfOne(userPart, "External id of the user.", c.Calls.List),
		Show: func(of ListArguments, credential idm.Credential) Listed {
			m := P(new(M))
			m.Common().ClientExtID, m.Common().UserExtID = of.ClientExtID, types.StringValue(of.Text(userPart))
			m.Read(credential)
			return Listed{Model: m, Name: name(credential)}
		},
	})
}
