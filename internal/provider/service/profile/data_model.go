package profile

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.WithTexts(map[string]string{
		"client_ext_id":          "Client of the profile.",
		"ext_id":                 "External ID of the profile.",
		"user_ext_id":            "External ID of the user.",
		"unit_ext_id":            "External ID of the unit, if any.",
		"deputed_profile_ext_id": "External ID of the profile that it deputizes for, if any.",
		"name":                   "Name.",
		"profile_state":          "`active`, `disabled` or `archived`.",
		"remarks":                "Remarks.",
		"modification_comment":   "Comment on the last change.",
	}, attrs.Attributes{
		"is_default_profile": attrs.ComputedBool("`true` for the user's default profile."),
		"validity":           attrs.ComputedValidity("profile"),
	}))
}
