package idmctl

import (
	"maps"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A grant is declared only with its role, data rooms and validity, in each form of declaration.
func TestDeclares(t *testing.T) {
	end := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	base := func(more plan.Values) plan.Values {
		v := plan.Values{"client_ext_id": "acme", "profile_ext_id": "p"}
		maps.Copy(v, more)
		return v
	}
	until := map[string]any{"from": nil, "to": "2027-01-01T00:00:00Z"}
	single := plan.Change{Type: "idm_authorization", After: base(plan.Values{"ext_id": "a", "role_ext_id": "clerk", "unit_global": true,
		"client_global": false, "validity": until})}
	set := plan.Change{Type: "idm_profile_authorizations", After: base(plan.Values{"authorizations": map[string]any{
		"clerk": map[string]any{"unit_global": true, "validity": until}}})}
	second := plan.Change{Type: "idm_profile_authorizations", After: base(plan.Values{"authorizations": map[string]any{"clerk": nil,
		"clerk/a": map[string]any{"unit_global": true, "validity": until}}})}
	secret := map[string]any{"unit_global": plan.Masked{}, "validity": map[string]any{"from": nil, "to": plan.Masked{}}}
	masked := plan.Change{Type: "idm_profile_authorizations", After: plan.Values{"id": "acme/p", "authorizations": plan.Masked{}}}
	element := plan.Change{Type: "idm_profile_authorizations", After: base(plan.Values{"authorizations": map[string]any{
		"clerk": plan.Masked{}}})}
	parts := plan.Change{Type: "idm_profile_authorizations", After: base(plan.Values{"authorizations": map[string]any{"clerk": secret}})}
	gone := plan.Change{Type: "idm_authorization", Before: single.After}
	unknown := plan.Change{Type: "idm_authorization", After: base(plan.Values{"ext_id": "a", "role_ext_id": "clerk", "unit_global": true,
		"validity": plan.Unknown{}})}
	enterprise := plan.Change{Type: "idm_enterprise_authorization", After: base(plan.Values{"ext_id": "a",
		"enterprise_role_ext_id": "clerk"})}
	grant := func(kind access.Kind, role string, to access.Moment, rooms ...access.Room) access.Object {
		o := access.Object{ID: access.NewID("", "acme", kind, "a").Within("p"), Owner: access.Exactly("p"), Target: access.Exactly(role),
			From: access.Exactly(access.Moment(0)), To: access.Exactly(to)}
		for _, room := range rooms {
			o.Rooms = o.Rooms.Open(room, access.Exactly(true))
		}
		return o
	}
	open := grant(access.Grant, "clerk", access.At(end), access.UnitRoom, access.ClientRoom)
	same := grant(access.Grant, "clerk", access.At(end), access.UnitRoom)
	for name, test := range map[string]struct {
		of   plan.Change
		held access.Object
		want string
	}{
		"the same":                {single, same, accessquery.Yes},
		"the same in a set":       {set, same, accessquery.Yes},
		"the same as a second":    {second, same, accessquery.Yes},
		"opened for all clients":  {single, open, accessquery.No},
		"opened in a set":         {set, open, accessquery.No},
		"opened as a second":      {second, open, accessquery.No},
		"closed":                  {single, grant(access.Grant, "clerk", access.At(end)), accessquery.No},
		"without its end":         {single, grant(access.Grant, "clerk", 0, access.UnitRoom), accessquery.No},
		"without its end, in set": {set, grant(access.Grant, "clerk", 0, access.UnitRoom), accessquery.No},
		"another role":            {single, grant(access.Grant, "admin", access.At(end), access.UnitRoom), accessquery.No},
		"an unknown end":          {unknown, same, accessquery.Unknown},
		"an unknown end, closed":  {unknown, grant(access.Grant, "clerk", access.At(end)), accessquery.No},
		"a masked set":            {masked, same, accessquery.Unknown},
		"a masked element":        {element, same, accessquery.Unknown},
		"a masked element, other": {element, grant(access.Grant, "admin", 0), accessquery.No},
		"masked values":           {parts, same, accessquery.Unknown},
		"masked values, opened":   {parts, grant(access.Grant, "clerk", 0, access.ClientRoom), accessquery.No},
		"to be deleted":           {gone, same, accessquery.No},
		"an enterprise role":      {enterprise, grant(access.EnterpriseGrant, "clerk", 0), accessquery.Yes},
		"one with an end":         {enterprise, grant(access.EnterpriseGrant, "clerk", access.At(end)), accessquery.No},
	} {
		all := declarations{}
		all.add(test.of)
		if got := all.of(&test.held); got != test.want {
			t.Errorf("%s: declared %s", name, got)
		}
	}
}
