package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// planned is the time of the plans in these tests.
const planned = "2026-06-01T00:00:00Z"

// brokenBy returns the names of all rules and presets that a plan breaks.
func brokenBy(t *testing.T, p *plan.Plan) []string {
	t.Helper()
	if p.Time == "" {
		p.Time = planned
	}
	r := review.New(p, review.Claimed(p))
	r.Check(slices.Concat(review.Presets(), review.Rules()))
	var names []string
	for _, failure := range r.FailedRules {
		names = append(names, failure.Rule)
	}
	if text := r.Document().Markdown(0); len(names) > 0 && strings.Contains(text, "The plan changes nothing.") {
		t.Errorf("breaks %q and says that nothing changes", names)
	}
	return names
}

func valid(from, to any) map[string]any {
	validity := map[string]any{}
	if from != nil {
		validity["from"] = from
	}
	if to != nil {
		validity["to"] = to
	}
	return validity
}

// The plans are made to hide their effect. Each lists rules that it must break, and rules that it
// must not.
func TestReview_hostilePlans(t *testing.T) {
	const past, soon, later = "2020-01-01T00:00:00Z", "2026-12-31T00:00:00Z", "2030-01-01T00:00:00Z"
	grant := func(more ...any) plan.Values { return authorization("p", "reader", more...) }
	ben := func(more ...any) plan.Values {
		return profile("p", "ben", append([]any{"profile_state", "active", "is_default_profile", false}, more...)...)
	}
	update := func(address string, before, after plan.Values) *plan.Plan {
		return &plan.Plan{Changes: []plan.Change{object(address, plan.Update, before, after)}}
	}
	withGrant := func(before, after plan.Values, more ...any) *plan.Plan {
		return &plan.Plan{Changes: []plan.Change{
			object("idm_profile.p", plan.Update, before, after), object("idm_authorization.a", plan.NoOp, grant(more...), grant(more...)),
		}}
	}
	const a = "idm_authorization.a"
	tests := map[string]struct {
		plan       *plan.Plan
		want, dont []string
	}{
		"an expired grant is valid again": {update(a, grant("validity", valid(nil, past)), grant("validity", valid(nil, later))),
			[]string{"access", "gain.role", "gain.extended", "gain.again"}, []string{"loss"}},
		"an expired grant loses its end": {update(a, grant("validity", valid(nil, past)), grant()),
			[]string{"access", "gain.role", "gain.unlimited", "gain.again"}, nil},
		"a grant is extended": {update(a, grant("validity", valid(nil, soon)), grant("validity", valid(nil, later))),
			[]string{"access", "gain.extended"}, []string{"loss", "gain.role"}},
		"a grant begins earlier": {update(a, grant("validity", valid(later, nil)), grant("validity", valid(soon, nil))),
			[]string{"access", "gain.extended"}, []string{"loss"}},
		"a grant moves in time": {update(a, grant("validity", valid(nil, soon)), grant("validity", valid(soon, later))),
			[]string{"access", "loss"}, nil},
		"a grant ends in the past": {update(a, grant(), grant("validity", valid(nil, past))), []string{"loss", "loss.role"},
			[]string{"access"}},
		"a grant is shortened": {update(a, grant(), grant("validity", valid(nil, soon))), []string{"loss", "loss.shortened"},
			nil},
		"one bound is not known": {update(a, grant("validity", valid(nil, soon)),
			grant("validity", valid(nil, plan.Unknown{}))),
			[]string{"access", "loss", "gain.extended", "loss.shortened", "gain.unlimited"}, nil},
		"the validity is sensitive": {update(a, grant("validity", plan.Masked{}), grant("validity", plan.Masked{Changed: true})),
			[]string{"access", "loss", "gain.extended"}, nil},
		"a validity that cannot be read": {update(a, grant("validity", valid(nil, soon)), grant("validity", valid(nil, "tomorrow"))),
			[]string{"access", "loss"}, nil},
		"a room is not known": {update(a, grant(), grant("client_global", plan.Unknown{})),
			[]string{"access", "gain.global", "gain.unknown"}, nil},
		"a room is sensitive": {update(a, grant("client_global", plan.Masked{}),
			grant("client_global", plan.Masked{Changed: true})), []string{"access", "loss", "gain.global", "loss.narrowed"}, nil},
		"a room is left to the service": {update(a, grant(), grant("client_global", nil)), []string{"access", "gain.global"}, nil},
		"a role is sensitive": {&plan.Plan{Changes: []plan.Change{object(a, plan.Replace, authorization("p", plan.Masked{}),
			authorization("p", plan.Masked{Changed: true}))}}, []string{"access", "loss", "gain.role", "loss.role", "gain.unknown"}, nil},
		"two profiles are sensitive": {&plan.Plan{Changes: []plan.Change{object(a, plan.Delete, authorization(plan.Masked{}, "r"), nil),
			object("idm_authorization.b", plan.Create, nil, authorization(plan.Masked{Changed: true}, "r"))}},
			[]string{"access", "loss", "gain.role", "loss.role", "gain.unknown"}, nil},
		"a profile is sensitive": {&plan.Plan{Changes: []plan.Change{object(a, plan.Replace, authorization(plan.Masked{}, "r"),
			authorization(plan.Masked{Changed: true}, "r"))}}, []string{"access", "loss", "gain.role", "loss.role", "gain.unknown"}, nil},
		"the client is not known": {&plan.Plan{Changes: []plan.Change{object(a, plan.Create, nil,
			grant("client_ext_id", plan.Unknown{}))}}, []string{"access", "gain.role", "gain.unknown"}, nil},
		"an expired profile is valid again": {withGrant(ben("validity", valid(nil, past)), ben("validity", valid(nil, later))),
			[]string{"access", "gain.role", "profile.extend", "gain.again"}, nil},
		"a profile is extended": {withGrant(ben("validity", valid(nil, soon)), ben()),
			[]string{"access", "profile.extend", "gain.unlimited"}, []string{"loss"}},
		"a profile ends in the past": {withGrant(ben(), ben("validity", valid(nil, past))), []string{"loss", "loss.role"},
			[]string{"access"}},
		"a profile is enabled, its grant declared": {withGrant(ben("profile_state", "archived"), ben("profile_state", "active")),
			[]string{"access", "profile.enable"}, nil},
		"a profile is enabled, in other letters": {update("idm_profile.p", ben("profile_state", "DISABLED"),
			ben("profile_state", "ACTIVE")),
			[]string{"access", "profile.enable"}, nil},
		"a profile in a state that is not known": {withGrant(ben("profile_state", "disabled"), ben("profile_state", plan.Unknown{})),
			[]string{"access", "loss", "profile.enable", "profile.disable"}, nil},
		"a profile moves": {withGrant(ben("unit_ext_id", "it"), ben("unit_ext_id", "hr")),
			[]string{"access", "loss", "profile.move"}, nil},
		"a profile becomes the default": {update("idm_profile.p", ben(), ben("is_default_profile", true)),
			[]string{"access", "profile.default"}, nil},
		"a unit moves": {update("idm_unit.u", unit("u", "U", nil), unit("u", "U", "x")),
			[]string{"access", "loss", "unit.move"}, nil},
		"a unit is enabled": {update("idm_unit.u", values("ext_id", "u", "state", "disabled"),
			values("ext_id", "u", "state", "active")), []string{"access", "unit.enable"}, []string{"loss"}},
		"a unit is valid again": {update("idm_unit.u", values("ext_id", "u", "validity", valid(nil, past)),
			values("ext_id", "u")), []string{"access", "unit.extend", "gain.again"}, nil},
		"a unit is renamed and nothing else": {update("idm_unit.u", unit("u", "U", nil), unit("u", "V", nil)),
			[]string{"any", "unit.rename"}, []string{"access", "loss"}},
		"properties change": {update("idm_unit_properties.u",
			values("unit_ext_id", "u", "properties", map[string]any{"a": "1"}),
			values("unit_ext_id", "u", "properties", map[string]any{"a": "2"})),
			[]string{"access", "property"}, nil},
		"a type that is not known": {update("idm_power.x", values("id", "1"), values("id", "1", "on", true)),
			[]string{"access", "loss", "incomplete.not-understood"}, nil},
		"an attribute that is not known": {update(a, grant("power", "1"), grant("power", "2")),
			[]string{"access", "loss", "incomplete.not-understood"}, nil},
		"an attribute that is not known, created": {&plan.Plan{Changes: []plan.Change{object("idm_unit.u", plan.Create, nil,
			values("ext_id", "u", "power", "1"))}}, []string{"access", "loss", "incomplete.not-understood"}, nil},
		"an action that is not known": {update(a, grant(), grant("ext_id", "2")), []string{"access", "incomplete.not-understood"}, nil},
		"a no-op that differs": {&plan.Plan{Changes: []plan.Change{object("idm_unit.u", plan.NoOp, unit("u", "U", nil),
			unit("u", "V", nil))}}, []string{"access", "incomplete.not-understood"}, nil},
		"an update that shows no difference": {update("idm_unit.u", unit("u", "U", nil), unit("u", "U", nil)),
			[]string{"any", "incomplete.not-understood"}, nil},
		"the object is sensitive as a whole": {&plan.Plan{Changes: []plan.Change{{Address: a, Type: "idm_authorization",
			Action: plan.Update, BeforeHidden: plan.Masked{}, AfterHidden: plan.Masked{Changed: true}}}},
			[]string{"access", "loss", "gain.role", "loss.role", "gain.global", "gain.unknown"}, nil},
		"the object is not known as a whole": {&plan.Plan{Changes: []plan.Change{{Address: a, Type: "idm_authorization",
			Action: plan.Create, AfterHidden: plan.Unknown{}}}}, []string{"access", "gain.role", "gain.global", "gain.unknown"}, nil},
		"an element of a map is sensitive": {update("idm_profile_authorizations.p",
			values("profile_ext_id", "p", "authorizations", grants("reader", plan.Masked{})),
			values("profile_ext_id", "p", "authorizations", grants("reader", plan.Masked{Changed: true}))),
			[]string{"access", "loss", "gain.global", "gain.extended"}, nil},
		"a map is sensitive": {update("idm_profile_authorizations.p",
			values("profile_ext_id", "p", "authorizations", plan.Masked{}),
			values("profile_ext_id", "p", "authorizations", plan.Masked{Changed: true})),
			[]string{"access", "loss", "gain.role", "loss.role", "gain.global"}, nil},
		"a set holds one that is not known": {update("idm_client_applications.all", values("application_ext_ids", []any{"crm"}),
			values("application_ext_ids", []any{plan.Unknown{}})), []string{"access", "loss", "application.assign", "application.unassign"},
			nil},
		"planning failed": {&plan.Plan{Errored: true, Others: []plan.Other{{Kind: plan.OtherErrored, Text: "planning failed"}}},
			[]string{"access", "incomplete.errored"}, nil},
		"a provisioner": {&plan.Plan{Others: []plan.Other{{Kind: plan.OtherProvisioner, Text: "a provisioner runs"}}},
			[]string{"access", "outside.provisioner"}, nil},
		"something new": {&plan.Plan{Others: []plan.Other{{Kind: "brand-new", Text: "what is this"}}},
			[]string{"access", "loss", "incomplete.not-understood"}, nil},
		"an output": {&plan.Plan{Others: []plan.Other{{Kind: plan.OtherOutput, Text: "output a changes"}}},
			[]string{"any", "cosmetic.output"},
			[]string{"access", "loss"}},
		"a second grant that looks like another's": {update("idm_profile_authorizations.p",
			values("profile_ext_id", "p", "authorizations", grants("crm", nil)),
			values("profile_ext_id", "p", "authorizations", grants("crm", nil, "crm/admin", map[string]any{}))),
			[]string{"access", "gain.role"}, nil},
		"deleted while another address holds it": {&plan.Plan{Changes: []plan.Change{object("idm_profile.a", plan.Delete, ben(), nil),
			object("idm_profile.b", plan.NoOp, ben(), ben()), object(a, plan.NoOp, grant(), grant())}},
			[]string{"loss", "loss.role", "profile.delete"},
			nil},
		"deleted at one address, made at another": {&plan.Plan{Changes: []plan.Change{object("idm_profile.a", plan.Delete, ben(), nil),
			object("idm_profile.b", plan.Create, nil, ben()), object(a, plan.NoOp, grant(), grant())}},
			[]string{"loss", "loss.role", "profile.delete", "profile.create"}, nil},
		"another login id": {update("idm_user.u", values("ext_id", "u", "login_id", "anna"),
			values("ext_id", "u", "login_id", "mallory")), []string{"access", "loss", "login"}, nil},
		"another mail address": {update("idm_user.u",
			values("ext_id", "u", "contacts", map[string]any{"email": "a@example.com"}),
			values("ext_id", "u", "contacts", map[string]any{"email": "m@example.com"})), []string{"access", "login"}, nil},
		"nothing at all": {&plan.Plan{Changes: []plan.Change{object(a, plan.NoOp, grant(), grant())}}, nil,
			[]string{"any", "access", "loss"}},
		"a sensitive value that stays": {update("idm_profile.p", ben("remarks", "a", "validity", plan.Masked{}),
			ben("remarks", "b", "validity", plan.Masked{})), []string{"any", "cosmetic.attribute"}, []string{"access", "loss"}},
		"from one resource to another, and no more": {&plan.Plan{Changes: []plan.Change{object(a, plan.Delete, grant(), nil),
			object("idm_authorization.b", plan.Create, nil, grant())}}, []string{"any", "cosmetic.regrant"}, []string{"access", "loss"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := brokenBy(t, test.plan)
			for _, rule := range test.want {
				if !slices.Contains(got, rule) {
					t.Errorf("breaks %q, and not %s", got, rule)
				}
			}
			for _, rule := range test.dont {
				if slices.Contains(got, rule) {
					t.Errorf("breaks %q, and should not break %s", got, rule)
				}
			}
		})
	}
}

// The same IDs in two services or clients are different objects, and so are roles whose IDs differ
// in case or in a slash.
func TestReview_identity(t *testing.T) {
	at := func(service string, c plan.Change) plan.Change { c.Service = service; return c }
	lost, gained := object("idm_authorization.a", plan.Delete, authorization("p", "reader"), nil),
		object("idm_authorization.b", plan.Create, nil, authorization("p", "reader"))
	other := object("idm_authorization.b", plan.Create, nil, authorization("p", "reader", "client_ext_id", "globex"))
	for name, changes := range map[string][]plan.Change{
		"two services": {at("https://one.example", lost), at("https://two.example", gained)},
		"two clients":  {lost, other},
		"case":         {lost, object("idm_authorization.b", plan.Create, nil, authorization("p", "Reader"))},
		"percent": {object("idm_authorization.a", plan.Delete, authorization("p", "a/b"), nil),
			object("idm_authorization.b", plan.Create, nil, authorization("p", "a%2Fb"))},
	} {
		got := brokenBy(t, &plan.Plan{Changes: changes})
		if !slices.Contains(got, "gain.role") || !slices.Contains(got, "loss.role") {
			t.Errorf("%s: breaks %q", name, got)
		}
	}
}

// An object of another service or client provides no name for this one. Names from the service take
// precedence over the plan.
func TestDirectory_namesOfOtherServices(t *testing.T) {
	named := func(address, service, client, name string) plan.Change {
		user := plan.Values{"client_ext_id": client, "ext_id": "ben", "login_id": name}
		c := unchanged(address, user)
		c.Service = service
		return c
	}
	grant := object("idm_authorization.a", plan.Create, nil, authorization("p", "reader"))
	owner := object("idm_profile.p", plan.NoOp, profile("p", "ben", "profile_state", "active"),
		profile("p", "ben", "profile_state", "active"))
	grant.Service, owner.Service = "https://one.example", "https://one.example"
	p := &plan.Plan{Changes: []plan.Change{grant, owner, named("idm_user.a", "https://two.example", "acme", "Auditor"),
		named("idm_user.b", "https://one.example", "globex", "Auditor")}}
	names := review.NewDirectory(p)
	if got, _ := findingsOf(review.New(p, names), "idm_authorization.a"); !strings.Contains(got, "of profile p of ben") {
		t.Errorf("%q", got)
	}
	p.Changes = append(p.Changes, named("idm_user.c", "https://one.example", "acme", "From the plan"))
	names = review.NewDirectory(p)
	if got, _ := findingsOf(review.New(p, names), "idm_authorization.a"); !strings.Contains(got, "of profile p of From the plan (ben)") {
		t.Errorf("%q", got)
	}
	held := access.NewTenant()
	at := func(client string, kind access.Kind, extID string) access.ID {
		return access.NewID("https://one.example", client, kind, extID)
	}
	held.Add(access.Object{ID: at("acme", access.User, "ben"), Name: "From the service"})
	held.Add(access.Object{ID: at("acme", access.Profile, "p"), Owner: access.Exactly("ben")})
	held.Add(access.Object{ID: at("", access.Role, "reader"), Owner: access.Exactly("app")})
	held.Add(access.Object{ID: at("", access.Application, "app")})
	held.Add(access.Object{ID: at("acme", access.Assignment, "app"), Target: access.Exactly("app")})
	names.Facts("https://one.example", []string{"acme"}, held)
	if got := lines(review.New(p, names)); !slices.Equal(got, []string{"From the service p gain reader"}) {
		t.Errorf("%q", got)
	}
}

// Properties are deleted with their unit or authorization, even if another one is created with the
// same ID and no plan shows it.
func TestReview_propertiesOfRemovedObjects(t *testing.T) {
	held := values("profile_ext_id", "p", "authorization_ext_id", "1", "properties", map[string]any{"limit": "10"})
	of := values("unit_ext_id", "u", "properties", map[string]any{"a": "1"})
	got := brokenBy(t, &plan.Plan{Changes: []plan.Change{
		object("idm_authorization.a", plan.Delete, authorization("p", "reader", "ext_id", "1"), nil),
		object("idm_authorization.b", plan.Create, nil, authorization("p", "reader", "ext_id", "1")),
		object("idm_authorization_properties.a", plan.NoOp, held, held),
	}})
	if !slices.Contains(got, "property") {
		t.Errorf("the authorization's: breaks %q", got)
	}
	got = brokenBy(t,
		&plan.Plan{Changes: []plan.Change{object("idm_unit.u", plan.Replace, unit("u", "U", nil), unit("u", "U", nil)),
			object("idm_unit_properties.u", plan.NoOp, of, of)}})
	if !slices.Contains(got, "property") {
		t.Errorf("the unit's: breaks %q", got)
	}
	user, secret := person("eva", "Eva", "Moser"), values("user_ext_id", "eva", "password_wo_version", "1")
	got = brokenBy(t, &plan.Plan{Changes: []plan.Change{object("idm_user.eva", plan.Replace, user, user),
		unchanged("idm_password.eva", secret),
		unchanged("idm_user_properties.eva", values("user_ext_id", "eva", "properties", map[string]any{"a": "1"}))}})
	if !slices.Contains(got, "credential") || !slices.Contains(got, "property") {
		t.Errorf("the user's: breaks %q", got)
	}
}

// The plan may not contain the people who gain access through an enabled unit, so a rule about any
// person matches.
func TestPolicy_unknownPeopleOfUnit(t *testing.T) {
	enabled := object("idm_unit.u", plan.Update, values("ext_id", "u", "state", "disabled"), values("ext_id", "u", "state", "active"))
	for rule, want := range map[string]bool{`users = ["eva"]`: true, `roles = ["payroll*"]`: true, `clients = ["globex"]`: false,
		"users = [\"eva\"]\nchange = [\"lose\"]": false} {
		if got := brokenOffline(t, rule, enabled); got != want {
			t.Errorf("%s is broken: %t, want %t", rule, got, want)
		}
	}
}

// A pattern matches the current name of an object and the planned one.
func TestPolicy_namesBeforeAndAfter(t *testing.T) {
	changes := []plan.Change{
		object("idm_profile.p", plan.Update, profile("p", "ben", "name", "Auditor", "unit_ext_id", "finance"),
			profile("p", "ben", "name", "Intern", "unit_ext_id", "lab")),
		object("idm_authorization.a", plan.Create, nil, authorization("p", "reader")),
	}
	for _, rule := range []string{`profiles = ["auditor"]`, `profiles = ["intern"]`, `units = ["finance"]`, `units = ["lab"]`,
		`clients = ["acme"]`, `services = ["https://one.example*"]`} {
		for i := range changes {
			changes[i].Service = "https://one.example:443"
		}
		if !broken(t, rule, changes...) {
			t.Errorf("%s is not broken", rule)
		}
	}
	if broken(t, `clients = ["globex"]`, changes...) {
		t.Error("a rule about another client is broken")
	}
}
