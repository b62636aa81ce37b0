package user

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.WithAllProperties("user", attrs.WithTexts(map[string]string{
		"client_ext_id":              "Client of the user.",
		"ext_id":                     "External ID.",
		"user_state":                 "`active`, `disabled` or `archived`.",
		"login_id":                   "Login name.",
		"language_code":              "`EN`, `DE`, `FR` or `IT`.",
		"sex":                        "`male`, `female` or `other`.",
		"gender":                     "`male`, `female` or `other`.",
		"birth_date":                 "Such as `1980-12-31`.",
		"remarks":                    "Remarks.",
		"modification_comment":       "Comment on the last change.",
		"last_successful_login_date": "Last login.",
		"last_failed_login_date":     "Last failed login, without technical failures.",
	}, attrs.Attributes{
		"is_technical_user": attrs.ComputedBool("`true` for software."),
		"name": attrs.ComputedObject("Name.", attrs.Attributes{
			"title":       attrs.ComputedText("Title, such as `Dr.`."),
			"first_name":  attrs.ComputedText("First name."),
			"family_name": attrs.ComputedText("Family name."),
		}),
		"address": attrs.ComputedObject("Postal address.", addressAttributes()),
		"contacts": attrs.ComputedObject("Contact data.", attrs.Attributes{
			"telephone": attrs.ComputedText("Telephone."),
			"telefax":   attrs.ComputedText("Fax."),
			"mobile":    attrs.ComputedText("Mobile."),
			"email":     attrs.ComputedText("Mail address."),
		}),
		"validity": attrs.ComputedValidity("user"),
	})))
}

func addressAttributes() attrs.Attributes {
	return attrs.WithTexts(map[string]string{
		"country_code":         "Country, such as `CH`.",
		"city":                 "City.",
		"postal_code":          "Postal code.",
		"addressline1":         "First line.",
		"addressline2":         "Second line.",
		"street":               "Street.",
		"house_number":         "House.",
		"dwelling_number":      "Dwelling.",
		"post_office_box_text": "Post office box.",
		"locality":             "Locality.",
	}, attrs.Attributes{
		"post_office_box_number": attrs.ComputedInt("Its number."),
	})
}

// propertyScope is the scope of the definitions for properties of users.
const propertyScope = "onUserGlobal"

// dataValues returns the values of a user that its fields do not show. Its objects are never null,
// so that a configuration can read their attributes. secret reports the names of properties that
// are secrets.
func dataValues(client types.String, u idm.User, secret func(name string) bool) map[string]attr.Value {
	own := attrs.AllProperties(idm.Properties{Values: u.Properties, Classifications: u.Classifications}, secret)
	own["client_ext_id"] = client
	attributes := dataAttributes()
	for name, object := range map[string]any{"name": u.Name, "address": u.Address, "contacts": u.Contacts} {
		nested, _ := attributes[name].(schema.SingleNestedAttribute)
		own[name] = attrs.ObjectValue(nested.Attributes, object, nil)
	}
	return own
}
