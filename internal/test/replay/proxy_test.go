package replay

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// through creates an object of a type through an alteration, which is armed once the plan is made.
func (l *lossyTenant) through(t *testing.T, c creatable, x alteration) (*acctest.Instance, *acctest.Protocol, acctest.Diagnostics) {
	t.Helper()
	p, i := l.service.Protocol(t), &acctest.Instance{Type: c.of.TypeName()}
	diags := i.ApplyConcurrently(t, p, c.config(1), func() { l.alteration, l.armed = x, true })
	if i.Tainted {
		t.Error("tainted: ", diags)
	}
	return i, p, diags
}

// A proxy sends the create of an object of any type twice. The service refuses the second one, or the
// apply names the second object. Without any value that identifies the object, it cannot be found.
func TestCreates_repeated(t *testing.T) {
	for _, c := range creatables(t) {
		for _, assigns := range []bool{false, true} {
			for _, last := range []bool{false, true} {
				t.Run(fmt.Sprint(c.name, ", assigned ", assigns, ", last ", last), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						l := newLossyTenant(t, c, "", assigns)
						before := l.count(t, c.of)
						i, p, diags := l.through(t, c, alteration{twice: true, last: last})
						made, accepts := l.count(t, c.of)-before, c.repeatable && (assigns || c.of == objecttype.Terms)
						if made != 1 && !accepts && !c.anonymous {
							t.Fatalf("%d objects", made)
						}
						if warned := strings.Contains(diags.String(), "A second object was created"); warned != (accepts && made == 2) {
							t.Errorf("%d objects, %s", made, diags)
						}
						if i.Values == nil {
							if !strings.Contains(diags.String(), "import {") {
								t.Error("the error names no object to import: ", diags)
							}
							return
						}
						if planned, diags := i.Plan(t, p, c.config(1)); diags.HasError() || !planned.Empty {
							t.Error("the next plan is not empty: ", diags)
						}
					})
				})
			}
		}
	}
}

// elsewhere places an object with the same name outside of the siblings of the created one.
var elsewhere = map[string]acctest.Values{
	"unit": {"parent_unit_ext_id": "acme-hq"}, "unit without a name": {"parent_unit_ext_id": "acme-hq"},
	"role": {"application_ext_id": "billing"}, "profile": {"user_ext_id": "u-anna"},
}

// The response to the create of an object of any type names another object, one that does not exist,
// or one that cannot be read. It is never in the state: the created object is, or an error describes
// it.
func TestCreates_mislocated(t *testing.T) {
	for _, c := range creatables(t) {
		for _, assigns := range []bool{false, true} {
			for _, named := range []string{"other", "equal", "hidden", "missing"} {
				switch {
				case c.anonymous && assigns && (named == "other" || named == "equal"):
					continue // Nothing but its Location identifies the created object.
				case named == "equal" && !c.repeatable && elsewhere[c.name] == nil:
					continue // The service accepts no equal object.
				}
				t.Run(fmt.Sprint(c.name, ", assigned ", assigns, ", ", named), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { createMislocated(t, c, assigns, named) })
				})
			}
		}
	}
}

func createMislocated(t *testing.T, c creatable, assigns bool, named string) {
	t.Helper()
	l := newLossyTenant(t, c, "", assigns)
	other, x := l.other(t, c, named), alteration{names: "999", hidden: named == "hidden"}
	for _, number := range []string{"property_id", "ext_id"} {
		if other.Values[number] != nil {
			x.names = fmt.Sprint(other.Values[number])
		}
	}
	before := l.count(t, c.of)
	i, p, diags := l.through(t, c, x)
	if made := l.count(t, c.of) - before; made != 1 {
		t.Fatalf("%d objects created, %s", made, diags)
	}
	if i.Values == nil {
		if !assigns && c.of != objecttype.Terms || !strings.Contains(diags.String(), "import") {
			t.Error("the created object is not in the state: ", diags)
		}
		return
	}
	if diags = append(diags, i.Refresh(t, p)...); diags.HasError() || i.Values == nil || i.Values["id"] == other.Values["id"] {
		t.Fatalf("the response named %s, and the state has %v: %s", x.names, i.Values, diags)
	}
	if planned, diags := i.Plan(t, p, c.config(1)); diags.HasError() || !planned.Empty {
		t.Error("the next plan is not empty: ", diags)
	}
	if diags := i.ApplyConcurrently(t, p, nil, func() {}); diags.HasError() {
		t.Error(diags)
	}
	exists := other.Values != nil
	l.hidden = false
	if diags := other.Refresh(t, l.service.Protocol(t)); diags.HasError() || exists != (other.Values != nil) {
		t.Errorf("the destroy of the created object concerned %s: %s", x.names, diags)
	}
}

// other creates the object that a faulty response names: one with the values of the created object,
// where the service accepts it, or with its own.
func (l *lossyTenant) other(t *testing.T, c creatable, named string) *acctest.Instance {
	t.Helper()
	config, i := c.config(0), &acctest.Instance{Type: c.of.TypeName()}
	if named == "equal" {
		config = c.config(1)
		maps.Copy(config, elsewhere[c.name])
	}
	if named != "missing" && c.of != objecttype.Password { // A user has one.
		i.Create(t, l.service.Protocol(t), config)
	}
	return i
}

// The response to a grant of an authoritative resource names another grant of the profile, or one
// that does not exist. The state has the granted role, and the next apply revokes no other one.
func TestGrants_mislocated(t *testing.T) {
	for _, of := range []struct{ resource, attribute, first, second string }{
		{"idm_profile_authorizations", "authorizations", "crm-reader", "billing-clerk"},
		{"idm_profile_enterprise_authorizations", "enterprise_authorizations", "er-sales", "er-manager"},
	} {
		for _, named := range []string{"other", "missing"} {
			t.Run(of.attribute+", "+named, func(t *testing.T) {
				single := creatable{of: objecttype.ByTypeName(of.resource).Single()}
				l, i := newLossyTenant(t, single, "", false), &acctest.Instance{Type: of.resource}
				x := alteration{armed: true, names: named}
				config := func(roles ...string) acctest.Values {
					granted := acctest.Values{}
					for _, role := range roles {
						granted[role] = acctest.Values{}
					}
					if granted["crm-reader"] != nil {
						granted["crm-reader"] = acctest.Values{"unit_global": true}
					}
					return acctest.Values{"profile_ext_id": "p-anna-hq", of.attribute: granted}
				}
				p, at := l.service.Protocol(t), "/core/v1/acme/profiles/p-anna-hq/"+l.collection
				i.Create(t, p, config(of.first))
				if named == "other" {
					x.names = grantOf(t, l.sim, at, of.first)
				}
				if diags := i.ApplyConcurrently(t, p, config(of.first, of.second), func() { l.alteration = x }); diags.HasError() {
					t.Fatal(diags)
				}
				if planned, diags := i.Plan(t, p, config(of.first, of.second)); diags.HasError() || !planned.Empty {
					t.Error("the next plan is not empty: ", diags)
				}
				p.NextRun(t)
				if diags := i.ApplyConcurrently(t, p, config(of.first), func() {}); diags.HasError() {
					t.Error(diags)
				}
				if grantOf(t, l.sim, at, of.first) == "" || grantOf(t, l.sim, at, of.second) != "" {
					t.Error("another role was revoked")
				}
			})
		}
	}
}

// grantOf returns the external ID of a profile's grant of a role, "" if it does not exist.
func grantOf(t *testing.T, server http.Handler, at, role string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, at, nil)
	r.Header.Set("Authorization", "Bearer demo-admin-token")
	var listed struct {
		Items []struct{ ExtID, RoleExtID, EnterpriseRoleExtID string }
	}
	if err := json.Unmarshal(served(server, r, nil).Body.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	for _, grant := range listed.Items {
		if grant.RoleExtID+grant.EnterpriseRoleExtID == role {
			return grant.ExtID
		}
	}
	return ""
}

// The check of a response costs no further request: where the service assigns the external IDs, one
// list of the siblings replaces the read of the object in the response. A definition of properties is
// always found in a list.
func TestCreates_requests(t *testing.T) {
	for _, c := range creatables(t) {
		for _, assigns := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, ", assigned ", assigns), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newLossyTenant(t, c, "", assigns)
					p, i := l.service.Protocol(t), &acctest.Instance{Type: c.of.TypeName()}
					if c.of != objecttype.Password { // A user has one.
						create(t, p, c, 0)
					}
					if diags := i.ApplyConcurrently(t, p, c.config(1), func() { l.requests = nil }); diags.HasError() {
						t.Fatal(diags)
					}
					sent := slices.IndexFunc(l.requests, func(r string) bool { return strings.HasPrefix(r, http.MethodPost) })
					reads := slices.DeleteFunc(l.requests[sent+1:], func(r string) bool { return strings.HasSuffix(r, "/properties") })
					more := assigns || c.of == objecttype.Terms || c.of == objecttype.PropertyDefinition
					if len(reads) != 1 && (len(reads) != 2 || !more) {
						t.Errorf("%q", l.requests)
					}
				})
			})
		}
	}
}
