package attrs

import (
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
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
func UserNameValue(in idm.UserName) FixedMap { return fixedValue(userName, in) }

// UserAddressValue converts the address of a user of the service.
func UserAddressValue(in idm.UserAddress) FixedMap { return fixedValue(userAddress, in) }

// UserContactsValue converts the contacts of a user of the service.
func UserContactsValue(in idm.UserContacts) FixedMap { return fixedValue(userContacts, in) }

// PatchParts returns the parts of a name, an address or contacts that differ between state and
// plan, and clears those that the plan lacks. It returns nil without a difference.
func PatchParts(plan, state FixedMap) idm.Parts {
	var parts idm.Parts
	for key, want := range plan.changes(state) {
		if parts == nil {
			parts = idm.Parts{}
		}
		parts[objecttype.APIName(key)] = field(want)
		if number, err := boxNumber(want); err == nil && key == postOfficeBoxNumber {
			parts[objecttype.APIName(key)] = idm.Set(number)
		}
	}
	return parts
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
