package user

import "github.com/identity-iac/terraform-provider-idm/internal/attrs"

// shown is a user as the data sources show it.
func shown() attrs.Attributes {
	return attrs.WithRecord(attrs.WithAllProperties("user", attrs.Attributes{
		"client_ext_id":     attrs.ComputedText("External ID of the client that holds the user."),
		"ext_id":            attrs.ComputedText("External ID of the user, unique in its client."),
		"user_state":        attrs.ComputedText("`active`, `disabled` or `archived`."),
		"login_id":          attrs.ComputedText("Name that the user logs in with, unique in its client."),
		"language_code":     attrs.ComputedText("Language of the user: `EN`, `DE`, `FR` or `IT`."),
		"is_technical_user": attrs.ComputedBool("`true` for software, `false` for a person."),
		"name": attrs.ComputedObject("What the person is called.", attrs.Attributes{
			"title":       attrs.ComputedText("Title, such as `Dr.`."),
			"first_name":  attrs.ComputedText("First name."),
			"family_name": attrs.ComputedText("Family name."),
		}),
		"sex":        attrs.ComputedText("Biological sex: `male`, `female` or `other`."),
		"gender":     attrs.ComputedText("Gender: `male`, `female` or, where a policy of the client permits it, `other`."),
		"birth_date": attrs.ComputedText("Date of birth, such as `1980-12-31`."),
		"address":    attrs.ComputedObject("Postal address.", shownAddress()),
		"contacts": attrs.ComputedObject("Ways to reach the user.", attrs.Attributes{
			"telephone": attrs.ComputedText("Telephone number."),
			"telefax":   attrs.ComputedText("Fax number."),
			"mobile":    attrs.ComputedText("Mobile number."),
			"email":     attrs.ComputedText("Email address."),
		}),
		"validity":                   attrs.ComputedValidity("user"),
		"remarks":                    attrs.ComputedText("Remarks on the user, as free text."),
		"modification_comment":       attrs.ComputedText("Comment on the last change."),
		"last_successful_login_date": attrs.ComputedText("When the user logged in last, UTC."),
		"last_failed_login_date":     attrs.ComputedText("When a login of the user failed last for a reason that was not technical, UTC."),
	}))
}

func shownAddress() attrs.Attributes {
	return attrs.Attributes{
		"country_code":           attrs.ComputedText("ISO code of the country, such as `CH`."),
		"city":                   attrs.ComputedText("City of the address."),
		"postal_code":            attrs.ComputedText("Postal code of the city."),
		"addressline1":           attrs.ComputedText("First line of the address."),
		"addressline2":           attrs.ComputedText("Second line of the address."),
		"street":                 attrs.ComputedText("Name of the street."),
		"house_number":           attrs.ComputedText("Number of the house."),
		"dwelling_number":        attrs.ComputedText("Number of the dwelling in the house."),
		"post_office_box_text":   attrs.ComputedText("Text of the post office box."),
		"post_office_box_number": attrs.ComputedInt("Number of the post office box."),
		"locality":               attrs.ComputedText("Locality within the city."),
	}
}
