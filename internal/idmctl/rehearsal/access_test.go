package rehearsal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

const (
	users    = "/core/v1/c/users/"
	units    = "/core/v1/c/units/"
	profiles = "/core/v1/c/profiles/"
)

// sentences returns a short form of a result's changes of access.
func sentences(r *rehearsal.Result) []string {
	found := []string{}
	for _, a := range r.Access {
		text := fmt.Sprintf("%s %s %s", a.UserExtID, a.Change, a.RoleExtID)
		if a.Through != "" {
			text += " through " + a.Through
		}
		if len(a.Reasons) > 0 {
			text += ": " + strings.Join(a.Reasons, ", ")
		}
		found = append(found, text)
	}
	return found
}

// The result contains effective access: the grant, its profile, its user and the units of the
// profile at a time, as in the review.
func TestRun_access(t *testing.T) {
	const grant = `{"extId":"n","roleExtId":"admin"%s}`
	post := func(profile, more string) [3]string {
		return [3]string{"POST", profiles + profile + "/authorizations", fmt.Sprintf(grant, more)}
	}
	for name, c := range map[string]struct {
		quirks []string
		apply  [][3]string
		want   string
	}{
		"nothing": {nil, nil, ""},
		"a grant": {nil, [][3]string{post("p-ann", "")}, "ann gained admin"},
		"of a later time": {nil, [][3]string{post("p-ann", `,"validity":{"from":"2031-01-01T00:00:00Z"}`)},
			"ann gained admin: the authorization n is not valid yet"},
		"of an earlier one": {nil, [][3]string{post("p-ann", `,"validity":{"from":"2020-01-01T00:00:00Z","to":"2021-01-01T00:00:00Z"}`)},
			"ann granted admin: the authorization n has expired"},
		"of a disabled user": {nil, [][3]string{post("p-off", "")},
			"off granted admin: the user off is disabled"},
		"of an application that is not assigned": {nil, [][3]string{{"PATCH", profiles + "p-ann", `{"remarks":"x","version":1}`},
			{"POST", profiles + "p-ann/authorizations", `{"extId":"n","roleExtId":"editor"}`}},
			"ann granted editor: the application Wiki (wiki) is not assigned to the client"},
		"a disabled profile": {nil, [][3]string{{"PATCH", profiles + "p-ann", `{"profileState":"disabled","version":1}`}},
			"ann lost reader"},
		"a disabled user": {nil, [][3]string{{"PATCH", users + "ann", `{"userState":"disabled","version":1}`}},
			"ann lost reader"},
		"an archived user": {nil, [][3]string{{"PATCH", users + "ann", `{"userState":"archived","version":1}`}},
			"ann lost reader"},
		"an enabled user": {nil, [][3]string{{"PATCH", users + "off", `{"userState":"active","version":1}`}}, ""},
		"a disabled unit above": {[]string{"later-releases"}, [][3]string{{"PATCH", units + "top", `{"state":"disabled","version":1}`}},
			"ann lost reader"},
		"an expired unit": {nil, [][3]string{{"PATCH", units + "low", `{"validity":{"to":"2021-01-01T00:00:00Z"},"version":1}`}},
			"ann lost reader"},
		"times that do not meet": {nil, [][3]string{
			{"PATCH", units + "low", `{"validity":{"to":"2030-01-01T00:00:00Z"},"version":1}`},
			{"PATCH", profiles + "p-ann/authorizations/a1", `{"validity":{"from":"2031-01-01T00:00:00Z"},"version":1}`}},
			"ann lost reader"},
		"an open data room": {nil, [][3]string{{"PATCH", profiles + "p-ann/authorizations/a1", `{"unitGlobal":true,"version":1}`}},
			"ann wider reader"},
		"an enterprise role": {nil, [][3]string{{"POST", profiles + "p-ann/eauthorizations",
			`{"extId":"e","enterpriseRoleExtId":"sales"}`}},
			"ann gained sales"},
		"an application that is taken away": {nil, [][3]string{{"DELETE", "/core/v1/clients/c/applications/crm/", ""}},
			"ann lost reader"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.quirks, s.script.Apply = c.quirks, c.apply
			result := s.must()
			for _, r := range result.Requests {
				if r.Refused > 0 {
					t.Fatalf("the copy refused %s %s", r.Method, r.Object)
				}
			}
			if got := strings.Join(sentences(result), "\n"); got != c.want {
				t.Errorf("access:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// The comparison with the review is per user.
func TestRun_comparedWithTheReview(t *testing.T) {
	grant := func(name, profile, role, more string) string {
		return creation("idm_authorization."+name, "idm_authorization", fmt.Sprintf(
			`{"client_ext_id":"c","profile_ext_id":%q,"ext_id":%q,"role_ext_id":%q,"client_global":false,"unit_global":false,"app_global":false,`+
				`"enterprise_role_global":false%s}`, profile, name, role, more))
	}
	post := func(profile, extID, role string) [3]string {
		return [3]string{"POST", profiles + profile + "/authorizations", fmt.Sprintf(`{"extId":%q,"roleExtId":%q}`, extID, role)}
	}
	for name, c := range map[string]struct {
		changes []string
		apply   [][3]string
		want    []string
	}{
		"as predictions": {[]string{grant("n", "p-ann", "admin", "")}, [][3]string{post("p-ann", "n", "admin")}, nil},
		"without effect": {[]string{grant("n", "p-off", "admin", "")}, [][3]string{post("p-off", "n", "admin")}, nil},
		"another role": {[]string{grant("n", "p-ann", "admin", "")}, [][3]string{post("p-ann", "n", "editor")},
			[]string{"true gain admin", "false gain editor"}},
		"another person": {[]string{grant("n", "p-ann", "admin", "")}, [][3]string{post("p-off", "n", "admin")},
			[]string{"true gain admin", "false gain admin"}},
		"not done": {[]string{grant("n", "p-ann", "admin", "")}, nil, []string{"true gain admin"}},
		"not said": {nil, [][3]string{post("p-ann", "n", "admin")}, []string{"false gain admin"}},
		"a data room opened": {nil, [][3]string{{"PATCH", profiles + "p-ann/authorizations/a1", `{"unitGlobal":true,"version":1}`}},
			[]string{"false change reader"}},
		"everybody of an application": {
			[]string{changed("idm_client_application.crm", "idm_client_application", "delete",
				`{"client_ext_id":"c","application_ext_id":"crm"}`,
				"null")},
			[][3]string{{"DELETE", "/core/v1/clients/c/applications/crm/", ""}}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.script.Show, s.script.Apply = shown(append(c.changes,
				creation("idm_unit.a", "idm_unit", `{"client_ext_id":"c","ext_id":"new"}`))...),
				c.apply
			result := s.must()
			var got []string
			for _, d := range result.Review {
				got = append(got, fmt.Sprint(d.Reviewed, " ", d.Effect, " ", d.Role))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("differences %q, want %q\naccess %+v", got, c.want, result.Access)
			}
		})
	}
}

// Requests are counted by object type, and the report contains no external IDs, not even one that
// looks like the name of a collection.
func TestRun_requests(t *testing.T) {
	s := newStage(t)
	s.script.Apply = [][3]string{
		{"POST", units, `{"extId":"hush-hush","profileless":false}`}, {"GET", units + "hush-hush", ""},
		{"GET", units + "login-info/children", ""},
		{"DELETE", units + "hush-hush", ""}, {"POST", units, `{"extId":"top","profileless":false}`}, {"GET", "/elsewhere/x", ""},
	}
	result := s.must()
	var got []string
	for _, r := range result.Requests {
		got = append(got, fmt.Sprint(r.Method, " ", r.Object, " ", r.Count, " ", r.Refused))
	}
	want := []string{"DELETE units 1 0", "POST units 2 1", "GET other 1 1", "GET units/children 1 1", "GET units 1 0"}
	if !slices.Equal(got, want) || result.Writes != 3 {
		t.Errorf("requests %q, want %q; %d writes", got, want, result.Writes)
	}
}
