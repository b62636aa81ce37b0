package user

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.WithAllProperties("user", attrs.Attributes{
		"client_ext_id":     attrs.ComputedText("Client of the user."),
		"ext_id":            attrs.ComputedText("External ID."),
		"user_state":        attrs.ComputedText("`active`, `disabled` or `archived`."),
		"login_id":          attrs.ComputedText("Login name."),
		"language_code":     attrs.ComputedText("`EN`, `DE`, `FR` or `IT`."),
		"is_technical_user": attrs.ComputedBool("`true` for software."),
		"name": attrs.ComputedObject("Name.", attrs.Attributes{
			"title":       attrs.ComputedText("Title, such as `Dr.`."),
			"first_name":  attrs.ComputedText("First name."),
			"family_name": attrs.ComputedText("Family name."),
		}),
		"sex":        attrs.ComputedText("`male`, `female` or `other`."),
		"gender":     attrs.ComputedText("`male`, `female` or `other`."),
		"birth_date": attrs.ComputedText("Such as `1980-12-31`."),
		"address":    attrs.ComputedObject("Postal address.", addressAttributes()),
		"contacts": attrs.ComputedObject("Contact data.", attrs.Attributes{
			"telephone": attrs.ComputedText("Telephone."),
			"telefax":   attrs.ComputedText("Fax."),
			"mobile":    attrs.ComputedText("Mobile."),
			"email":     attrs.ComputedText("Mail address."),
		}),
		"validity":                   attrs.ComputedValidity("user"),
		"remarks":                    attrs.ComputedText("Remarks."),
		"modification_comment":       attrs.ComputedText("Comment on the last change."),
		"last_successful_login_date": attrs.ComputedText("Last login."),
		"last_failed_login_date":     attrs.ComputedText("Last failed login, without technical failures."),
	}))
}

func addressAttributes() attrs.Attributes {
	return attrs.Attributes{
		"country_code":           attrs.ComputedText("Country, such as `CH`."),
		"city":                   attrs.ComputedText("City."),
		"postal_code":            attrs.ComputedText("Postal code."),
		"addressline1":           attrs.ComputedText("First line."),
		"addressline2":           attrs.ComputedText("Second line."),
		"street":                 attrs.ComputedText("Street."),
		"house_number":           attrs.ComputedText("House."),
		"dwelling_number":        attrs.ComputedText("Dwelling."),
		"post_office_box_text":   attrs.ComputedText("Post office box."),
		"post_office_box_number": attrs.ComputedInt("Its number."),
		"locality":               attrs.ComputedText("Locality."),
	}
}

// propertyScope is the scope of the definitions for properties of users.
const propertyScope = "onUserGlobal"

// dataValues returns the values of a user that its fields do not show. Its objects are never null,
// so that a configuration can read their attributes. secret reports the names of properties that
// are secrets.
func dataValues(client types.String, u idm.User, secret func(name string) bool) map[string]attr.Value {
	own := attrs.AllProperties(idm.Properties{Values: u.Properties, Classifications: u.Classifications}, secret)
	own["client_ext_id"] = client
	for name, object := range map[string]any{"name": u.Name, "address": u.Address, "contacts": u.Contacts} {
		nested, _ := dataAttributes()[name].(schema.SingleNestedAttribute)
		own[name] = attrs.ObjectValue(nested.Attributes, object, nil)
	}
	return own
}
