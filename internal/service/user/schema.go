package user

import "github.com/identity-iac/terraform-provider-idm/internal/attrs"

// shown is a user as the data sources show it.
func shown() attrs.Attributes {
	return attrs.WithRecord(attrs.WithAllProperties("user", attrs.Attributes{
		"client_ext_id":     attrs.Shown("External id of the client that holds the user."),
		"ext_id":            attrs.Shown("External id of the user, unique in its client."),
		"user_state":        attrs.Shown("`active`, `disabled` or `archived`."),
		"login_id":          attrs.Shown("Name that the user logs in with, unique in its client."),
		"language_code":     attrs.Shown("Language of the user: `EN`, `DE`, `FR` or `IT`."),
		"is_technical_user": attrs.ShownFlag("`true` for software, `false` for a person."),
		"name": attrs.ShownObject("What the person is called.", attrs.Attributes{
			"title":       attrs.Shown("Title, such as `Dr.`."),
			"first_name":  attrs.Shown("First name."),
			"family_name": attrs.Shown("Family name."),
		}),
		"sex":        attrs.Shown("Biological sex: `male`, `female` or `other`."),
		"gender":     attrs.Shown("Gender: `male`, `female` or, where a policy of the client permits it, `other`."),
		"birth_date": attrs.Shown("Date of birth, such as `1980-12-31`."),
		"address":    attrs.ShownObject("Postal address.", shownAddress()),
		"contacts": attrs.ShownObject("Ways to reach the user.", attrs.Attributes{
			"telephone": attrs.Shown("Telephone number."),
			"telefax":   attrs.Shown("Fax number."),
			"mobile":    attrs.Shown("Mobile number."),
			"email":     attrs.Shown("Email address."),
		}),
		"validity":                   attrs.ShownValidity("user"),
		"remarks":                    attrs.Shown("Remarks on the user, as free text."),
		"modification_comment":       attrs.Shown("Comment on the last change."),
		"last_successful_login_date": attrs.Shown("When the user logged in last, UTC."),
		"last_failed_login_date":     attrs.Shown("When a login of the user failed last for a reason that was not technical, UTC."),
	}))
}

func shownAddress() attrs.Attributes {
	return attrs.Attributes{
		"country_code":           attrs.Shown("ISO code of the country, such as `CH`."),
		"city":                   attrs.Shown("City of the address."),
		"postal_code":            attrs.Shown("Postal code of the city."),
		"addressline1":           attrs.Shown("First line of the address."),
		"addressline2":           attrs.Shown("Second line of the address."),
		"street":                 attrs.Shown("Name of the street."),
		"house_number":           attrs.Shown("Number of the house."),
		"dwelling_number":        attrs.Shown("Number of the dwelling in the house."),
		"post_office_box_text":   attrs.Shown("Text of the post office box."),
		"post_office_box_number": attrs.ShownInt("Number of the post office box."),
		"locality":               attrs.Shown("Locality within the city."),
	}
}
