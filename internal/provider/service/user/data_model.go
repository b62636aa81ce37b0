package user

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of a user in the data sources.
type dataModel struct {
	ClientExtID             types.String   `tfsdk:"client_ext_id"`
	ExtID                   types.String   `tfsdk:"ext_id"`
	UserState               types.String   `tfsdk:"user_state"`
	LoginID                 types.String   `tfsdk:"login_id"`
	LanguageCode            types.String   `tfsdk:"language_code"`
	IsTechnicalUser         types.Bool     `tfsdk:"is_technical_user"`
	Name                    *nameModel     `tfsdk:"name"`
	Sex                     types.String   `tfsdk:"sex"`
	Gender                  types.String   `tfsdk:"gender"`
	BirthDate               types.String   `tfsdk:"birth_date"`
	Address                 *addressModel  `tfsdk:"address"`
	Contacts                *contactsModel `tfsdk:"contacts"`
	Validity                attrs.FixedMap `tfsdk:"validity"`
	Remarks                 types.String   `tfsdk:"remarks"`
	ModificationComment     types.String   `tfsdk:"modification_comment"`
	LastSuccessfulLoginDate types.String   `tfsdk:"last_successful_login_date"`
	LastFailedLoginDate     types.String   `tfsdk:"last_failed_login_date"`
	attrs.AllProperties
	attrs.Record
}

type nameModel struct {
	Title      types.String `tfsdk:"title"`
	FirstName  types.String `tfsdk:"first_name"`
	FamilyName types.String `tfsdk:"family_name"`
}

type addressModel struct {
	CountryCode         types.String `tfsdk:"country_code"`
	City                types.String `tfsdk:"city"`
	PostalCode          types.String `tfsdk:"postal_code"`
	Addressline1        types.String `tfsdk:"addressline1"`
	Addressline2        types.String `tfsdk:"addressline2"`
	Street              types.String `tfsdk:"street"`
	HouseNumber         types.String `tfsdk:"house_number"`
	DwellingNumber      types.String `tfsdk:"dwelling_number"`
	PostOfficeBoxText   types.String `tfsdk:"post_office_box_text"`
	PostOfficeBoxNumber types.Int64  `tfsdk:"post_office_box_number"`
	Locality            types.String `tfsdk:"locality"`
}

type contactsModel struct {
	Telephone types.String `tfsdk:"telephone"`
	Telefax   types.String `tfsdk:"telefax"`
	Mobile    types.String `tfsdk:"mobile"`
	Email     types.String `tfsdk:"email"`
}

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

// newDataModel converts a user of the service. Its objects are never null, so that a configuration
// can read their attributes. secret reports the names of properties that are secrets.
func newDataModel(client types.String, u idm.User, secret func(name string) bool) dataModel {
	return dataModel{
		ClientExtID:     client,
		ExtID:           attrs.Text(u.ExtID),
		UserState:       attrs.Text(u.UserState),
		LoginID:         attrs.Text(u.LoginID),
		LanguageCode:    attrs.Text(u.LanguageCode),
		IsTechnicalUser: attrs.Flag(u.IsTechnicalUser),
		Name: &nameModel{
			Title: attrs.Text(u.Name.Title), FirstName: attrs.Text(u.Name.FirstName), FamilyName: attrs.Text(u.Name.FamilyName),
		},
		Sex:       attrs.Text(u.Sex),
		Gender:    attrs.Text(u.Gender),
		BirthDate: attrs.Text(u.BirthDate),
		Address:   addressValue(u.Address),
		Contacts: &contactsModel{
			Telephone: attrs.Text(u.Contacts.Telephone), Telefax: attrs.Text(u.Contacts.Telefax),
			Mobile: attrs.Text(u.Contacts.Mobile), Email: attrs.Text(u.Contacts.Email),
		},
		Validity:                attrs.ValidityValue(u.Validity),
		Remarks:                 attrs.Text(u.Remarks),
		ModificationComment:     attrs.Text(u.ModificationComment),
		LastSuccessfulLoginDate: attrs.Text(u.LastSuccessfulLoginDate),
		LastFailedLoginDate:     attrs.Text(u.LastFailedLoginDate),
		AllProperties:           attrs.AllPropertiesValue(idm.Properties{Values: u.Properties, Classifications: u.Classifications}, secret),
		Record:                  attrs.RecordValue(u.Record),
	}
}

func addressValue(a idm.UserAddress) *addressModel {
	return &addressModel{
		CountryCode:         attrs.Text(a.CountryCode),
		City:                attrs.Text(a.City),
		PostalCode:          attrs.Text(a.PostalCode),
		Addressline1:        attrs.Text(a.Addressline1),
		Addressline2:        attrs.Text(a.Addressline2),
		Street:              attrs.Text(a.Street),
		HouseNumber:         attrs.Text(a.HouseNumber),
		DwellingNumber:      attrs.Text(a.DwellingNumber),
		PostOfficeBoxText:   attrs.Text(a.PostOfficeBoxText),
		PostOfficeBoxNumber: types.Int64PointerValue(a.PostOfficeBoxNumber),
		Locality:            attrs.Text(a.Locality),
	}
}
