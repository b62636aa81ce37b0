package profile

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id":          attrs.ComputedText("Client of the profile."),
		"ext_id":                 attrs.ComputedText("External ID of the profile."),
		"user_ext_id":            attrs.ComputedText("External ID of the user."),
		"unit_ext_id":            attrs.ComputedText("External ID of the unit, if any."),
		"deputed_profile_ext_id": attrs.ComputedText("External ID of the profile that it deputizes for, if any."),
		"name":                   attrs.ComputedText("Name."),
		"profile_state":          attrs.ComputedText("`active`, `disabled` or `archived`."),
		"is_default_profile":     attrs.ComputedBool("`true` for the user's default profile."),
		"remarks":                attrs.ComputedText("Remarks."),
		"modification_comment":   attrs.ComputedText("Comment on the last change."),
		"validity":               attrs.ComputedValidity("profile"),
	})
}
