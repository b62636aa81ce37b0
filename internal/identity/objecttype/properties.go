package objecttype

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// The properties of objects.
var (
	UnitProperties    = propertiesOf("unit", "", 150, "UnitView", "UnitModify", Ref{"unit_ext_id", "unit"})
	UserProperties    = propertiesOf("user", "2.79.0", 130, "UserView", "UserModify", Ref{"user_ext_id", "user"})
	ProfileProperties = propertiesOf("profile", "2.79.0", 170, "ProfileView", "ProfileModify", Ref{"profile_ext_id", "profile"})

	AuthorizationProperties = propertiesOf("authorization", "", 200, "AuthorizationView", "AuthorizationModify",
		Ref{"profile_ext_id", "profile"}, Ref{"authorization_ext_id", "authorization"})
	EnterpriseRoleProperties = propertiesOf("enterprise_role", "2.75.2", 110, "EnterpriseRoleView", "EnterpriseRoleModify",
		Ref{"enterprise_role_ext_id", "enterprise_role"})
)

var properties = []*Type{UnitProperties, UserProperties, ProfileProperties, AuthorizationProperties, EnterpriseRoleProperties}

// propertiesOf returns the row for the properties of an owner. view and modify are the permissions
// to read and change the owner itself. The references are the key.
func propertiesOf(owner, since string, order int, view, modify string, refs ...Ref) *Type {
	title := titleOf(owner)
	change := slices.Concat([]string{modify}, changeProperties)
	t := &Type{
		Name: owner + "_properties", Title: title + " properties", Plural: title + " properties", Class: Properties,
		Key: Key{"client_ext_id"}, Owner: owner, Since: since, Refs: refs,
		Needs: Needs{Read: slices.Concat([]string{view}, viewProperties), Create: change, Update: change, Delete: change},
		Rules: Rules{
			Create: []string{rule.Property}, Delete: []string{rule.Property},
			Attrs: map[string][]string{"properties": {rule.Property}, "sensitive_properties": {rule.Property}},
		},
		Export: Export{Order: order, Word: "properties", File: "properties.tf", Key: "properties"},
		Docs: Docs{
			Subject: "Properties",
			Destroy: "Only the properties that the configuration names are removed; the " + title + " and its other properties stay.",
		},
	}
	for _, ref := range refs {
		t.Key = append(t.Key, ref.Attr)
	}
	if since != "" {
		t.Instead = "Until then, set such properties outside Terraform."
	}
	return t
}
