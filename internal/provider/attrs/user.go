package attrs

import (
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// postOfficeBoxNumber is the key of an address whose value the service stores as a number.
const postOfficeBoxNumber = "post_office_box_number"

// UserName returns the attribute for a person's name, which the configuration owns.
func UserName() schema.MapAttribute {
	return fixed(userName, "Name: any of `title`, `first_name` and `family_name`.")
}

// UserAddress returns the attribute for the postal address of a user, which the configuration owns.
func UserAddress() schema.MapAttribute {
	return fixed(userAddress, "Postal address: any of `country_code` (such as `CH`), `city`, `postal_code`, `addressline1`, "+
		"`addressline2`, `street`, `house_number`, `dwelling_number`, `post_office_box_text`, `post_office_box_number` and "+
		"`locality`.")
}

// UserContacts returns the attribute for the contacts of a user, which the configuration owns.
func UserContacts() schema.MapAttribute {
	return fixed(userContacts, "Contact data: any of `telephone`, `telefax`, `mobile` and `email`.")
}

// UserNameValue converts the name of a user of the service.
func UserNameValue(in idm.UserName) FixedMap {
	values := map[string]string{
		"title":       in.Title,
		"first_name":  in.FirstName,
		"family_name": in.FamilyName,
	}
	return fixedMap(userName, func(key string) string { return values[key] })
}

// PatchUserName returns the parts that differ between state and plan, and clears those that the
// plan lacks. It returns nil without a difference.
func PatchUserName(plan, state FixedMap) *idm.UserNamePatch {
	patch := idm.UserNamePatch{
		Title:      patchPart(plan, state, "title"),
		FirstName:  patchPart(plan, state, "first_name"),
		FamilyName: patchPart(plan, state, "family_name"),
	}
	if patch == (idm.UserNamePatch{}) {
		return nil
	}
	return &patch
}

// UserAddressValue converts the address of a user of the service.
func UserAddressValue(in idm.UserAddress) FixedMap {
	values := map[string]string{
		"country_code":         in.CountryCode,
		"city":                 in.City,
		"postal_code":          in.PostalCode,
		"addressline1":         in.Addressline1,
		"addressline2":         in.Addressline2,
		"street":               in.Street,
		"house_number":         in.HouseNumber,
		"dwelling_number":      in.DwellingNumber,
		"post_office_box_text": in.PostOfficeBoxText,
		"locality":             in.Locality,
	}
	if in.PostOfficeBoxNumber != nil {
		values[postOfficeBoxNumber] = strconv.FormatInt(*in.PostOfficeBoxNumber, 10)
	}
	return fixedMap(userAddress, func(key string) string { return values[key] })
}

// PatchUserAddress returns the parts that differ between state and plan, and clears those that the
// plan lacks. It returns nil without a difference.
func PatchUserAddress(plan, state FixedMap) *idm.UserAddressPatch {
	patch := idm.UserAddressPatch{
		CountryCode:         patchPart(plan, state, "country_code"),
		City:                patchPart(plan, state, "city"),
		PostalCode:          patchPart(plan, state, "postal_code"),
		Addressline1:        patchPart(plan, state, "addressline1"),
		Addressline2:        patchPart(plan, state, "addressline2"),
		Street:              patchPart(plan, state, "street"),
		HouseNumber:         patchPart(plan, state, "house_number"),
		DwellingNumber:      patchPart(plan, state, "dwelling_number"),
		PostOfficeBoxText:   patchPart(plan, state, "post_office_box_text"),
		Locality:            patchPart(plan, state, "locality"),
		PostOfficeBoxNumber: patchBoxNumber(plan, state),
	}
	if patch == (idm.UserAddressPatch{}) {
		return nil
	}
	return &patch
}

// UserContactsValue converts the contacts of a user of the service.
func UserContactsValue(in idm.UserContacts) FixedMap {
	values := map[string]string{
		"telephone": in.Telephone,
		"telefax":   in.Telefax,
		"mobile":    in.Mobile,
		"email":     in.Email,
	}
	return fixedMap(userContacts, func(key string) string { return values[key] })
}

// PatchUserContacts returns the parts that differ between state and plan, and clears those that the
// plan lacks. It returns nil without a difference.
func PatchUserContacts(plan, state FixedMap) *idm.UserContactsPatch {
	patch := idm.UserContactsPatch{
		Telephone: patchPart(plan, state, "telephone"),
		Telefax:   patchPart(plan, state, "telefax"),
		Mobile:    patchPart(plan, state, "mobile"),
		Email:     patchPart(plan, state, "email"),
	}
	if patch == (idm.UserContactsPatch{}) {
		return nil
	}
	return &patch
}

// patchPart is Patch for the value at a key.
func patchPart(plan, state FixedMap, key string) idm.Field[string] {
	return Patch(plan.at(key), state.at(key))
}

// boxNumber converts the number of a post office box. It permits only one notation, so that the
// value reads back unchanged.
func boxNumber(text types.String) (int64, error) {
	number, err := strconv.ParseInt(text.ValueString(), 10, 64)
	if err == nil && strconv.FormatInt(number, 10) != text.ValueString() {
		err = fmt.Errorf("%q is not how %d is written", text.ValueString(), number)
	}
	return number, err
}

// boxNumber returns the number of the post office box, or nil.
func (m FixedMap) boxNumber() *int64 {
	number, err := boxNumber(m.at(postOfficeBoxNumber))
	if err != nil {
		return nil
	}
	return &number
}

func patchBoxNumber(plan, state FixedMap) idm.Field[int64] {
	want := plan.at(postOfficeBoxNumber)
	if want.IsUnknown() || want.Equal(state.at(postOfficeBoxNumber)) {
		return idm.Field[int64]{}
	}
	if number := plan.boxNumber(); number != nil {
		return idm.Set(*number)
	}
	return idm.Clear[int64]()
}
