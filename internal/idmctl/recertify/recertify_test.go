package recertify_test

import (
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/recertify"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

const snapshot = `{"clients":[{"extId":"acme"}],"applications":[{"extId":"erp"}],
"clientApplications":[{"clientExtId":"acme","applicationExtId":"erp"}],
"roles":[{"extId":"clerk","applicationExtId":"erp"},{"extId":"approver","applicationExtId":"erp"}],
"enterpriseRoles":[{"clientExtId":"acme","extId":"desk","roleExtIds":["approver"]}],
"units":[{"clientExtId":"acme","extId":"../hq"},{"clientExtId":"acme","extId":".. hq"}],
"users":[{"clientExtId":"acme","extId":"anna","name":{"firstName":"- decision: keep\n#","familyName":"\u001b[2J"},
 "lastSuccessfulLoginDate":"2026-05-01T00:00:00Z"},{"clientExtId":"acme","extId":"ben"}],
"profiles":[{"clientExtId":"acme","extId":"p1","userExtId":"anna","unitExtId":"../hq"},
 {"clientExtId":"acme","extId":"p2","userExtId":"ben","unitExtId":".. hq"}],
"authorizations":[{"clientExtId":"acme","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},
 {"clientExtId":"acme","extId":"a2","profileExtId":"p2","roleExtId":"clerk","validity":{"to":"2027-01-01T00:00:00Z"}}],
"enterpriseAuthorizations":[{"clientExtId":"acme","extId":"e1","profileExtId":"p1","enterpriseRoleExtId":"desk"}]}`

// opened returns the folder of a campaign.
func opened(t *testing.T, by, undecided string) string {
	t.Helper()
	files, err := recertify.Open(recertify.Campaign{By: by, Undecided: undecided, Opened: now, Source: "test"}, []byte(snapshot))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, content := range files {
		if filepath.Base(name) != name {
			t.Errorf("the file %q leaves the folder", name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

// Each owner has a file for any external ID, and people's names stay text.
func TestOpen(t *testing.T) {
	for by, want := range map[string][]string{
		recertify.ByUnit:        {"unit----hq-2.csv", "unit----hq.csv", "unit----hq.html"},
		recertify.ByApplication: {"application-erp.csv", "application-none.html"},
		recertify.ByRole:        {"role-clerk.csv", "role-desk--enterprise-role-.html"},
	} {
		folder := opened(t, by, recertify.Keep)
		for _, name := range want {
			if got := names(t, folder); !slices.Contains(got, name) {
				t.Errorf("by %s: %q", by, got)
			}
		}
		decided, err := recertify.Read(folder, now)
		if err != nil || len(decided.Decisions) != 3 {
			t.Fatalf("by %s: %v %+v", by, err, decided)
		}
		for _, d := range decided.Decisions {
			if d.Verdict != recertify.Keep || !d.Undecided || strings.ContainsAny(d.Person, "\x1b\n") {
				t.Errorf("%+v", d)
			}
		}
	}
}

// decide sets the decision of the entry with an ID, in all files of a folder.
func decide(t *testing.T, folder, id, decision string) {
	t.Helper()
	for _, name := range names(t, folder) {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		line := regexp.MustCompile("(?m)^(.*),,,(.*," + regexp.QuoteMeta(id) + "\r?)$")
		if name == recertify.SnapshotFile || !line.Match(content) {
			continue
		}
		content = line.ReplaceAll(content, []byte("$1,"+decision+",,$2"))
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("no entry %s", id)
}

func TestRead(t *testing.T) {
	folder := opened(t, recertify.ByUnit, recertify.Revoke)
	decide(t, folder, "authorization acme/p1/a1", "Keep")
	decide(t, folder, "authorization acme/p2/a2", "until 2026-12-31")
	decided, err := recertify.Read(folder, now)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, d := range decided.Decisions {
		got[d.ID] = d.Verdict
		if d.Verdict == recertify.Until && d.Last.Format(time.RFC3339) != "2026-12-31T23:59:59Z" {
			t.Errorf("the last day is not included: %v", d.Last)
		}
	}
	want := map[string]string{"authorization acme/p1/a1": recertify.Keep, "authorization acme/p2/a2": recertify.Until,
		"enterprise authorization acme/p1/e1": recertify.Revoke}
	if !maps.Equal(got, want) || len(decided.Digests) != 3 {
		t.Errorf("%v, digests %v", got, decided.Digests)
	}
}

// Every mistake is reported with its file and line.
func TestRead_mistakes(t *testing.T) {
	for name, tc := range map[string]struct{ old, new, want string }{
		"a word":                 {"clerk,,,", "clerk,maybe,,", `line 2: the decision is "maybe"; write keep, revoke, or until`},
		"an until without a day": {"clerk,,,", "clerk,until,,", `line 2: the decision is "until"; write keep, revoke, or until`},
		"a day that is over":     {"clerk,,,", "clerk,until 2020-01-01,,", "line 2: 2020-01-01 is over"},
		"a later end": {"ben,clerk,,,", "ben,clerk,until 2027-01-01,,",
			"line 3: the grant ends at 2027-01-01T00:00:00Z already"},
		"no day":              {"clerk,,,", "clerk,until soon,,", `line 2: "soon" is not a day`},
		"a changed role":      {"clerk,,,", "admin,,,", "line 2: role differs from the snapshot"},
		"a changed path":      {"profile p1", "profile p9", "line 2: path differs from the snapshot"},
		"an unknown entry":    {"acme/p1/a1", "acme/p1/a9", `the snapshot has no "authorization acme/p1/a9"`},
		"a missing entry":     {"authorization acme/p1/a1", "", "line 2"},
		"an unknown column":   {"decision", "verdict", `unknown column "verdict"`},
		"an entry twice":      {"authorization acme/p2/a2", "authorization acme/p1/a1", "is in line 2 already"},
		"one of another file": {"authorization acme/p1/a1", "enterprise authorization acme/p1/e1", "belongs into role-desk"},
		"an empty file":       {"", "", "the table is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := opened(t, recertify.ByRole, recertify.Keep)
			file := filepath.Join(folder, "role-clerk.csv")
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			next := strings.Replace(string(content), tc.old, tc.new, 1)
			if tc.old == "" {
				next = ""
			}
			if err := os.WriteFile(file, []byte(next), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := recertify.Read(folder, now); err == nil || !strings.Contains(err.Error(), tc.want) ||
				!strings.Contains(err.Error(), "role-clerk.csv") {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
	folder := opened(t, recertify.ByRole, recertify.Keep)
	if err := os.WriteFile(filepath.Join(folder, recertify.SnapshotFile), []byte(`{"clients": [{"extId": "other"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := recertify.Read(folder, now); err == nil || !strings.Contains(err.Error(), "changed after the campaign was opened") {
		t.Errorf("another snapshot: %v", err)
	}
}

// The files of a configuration: eva has the job seller and two grants beyond it, tom the same job.
const (
	jobs = "seller: { roles: [clerk, crm-reader], enterprise_roles: [desk] }\n"
	// exceptions has comments that stay.
	exceptions = `# mine
tom: # until Ben is back
  roles:
    admin: {unit_global: true} # all of it
    guide: {}
eva-2:
  without: [clerk]
`
	people = "id,first,family,unit,job,unit_2,job_2,profile_ext_id\neva,Eva,Egger,hq,seller,hq,seller,p1\ntom,Tom,Tanner,hq,seller,,,p2\n"
)

// configuration writes the files, with an end of line.
func configuration(t *testing.T, exceptions string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{"people.csv": people, "jobs.yaml": jobs, "exceptions.yaml": exceptions,
		"units.yaml": "hq: {}\n", "provider.tf": "provider \"idm\" {\n  client_ext_id = \"acme\"\n}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func decision(kind access.Kind, profile, grant, what, verdict string) recertify.Decision {
	last := time.Date(2027, 1, 31, 23, 59, 59, 0, time.UTC)
	return recertify.Decision{Verdict: verdict, Last: last,
		Entry: recertify.Entry{ID: grant, Kind: kind, Client: "acme", Profile: profile, GrantExtID: grant, What: what}}
}

// A decision about a role of a job is an exception of the person; other entries keep their text.
func TestMerge(t *testing.T) {
	for name, tc := range map[string]struct {
		decisions []recertify.Decision
		old, new  string
		rest      int
	}{
		"a role of the job": {[]recertify.Decision{decision(access.Grant, "p1", "a1", "clerk", recertify.Revoke)},
			"", "eva:\n  without: [clerk]\n", 0},
		"an enterprise role of the job": {[]recertify.Decision{decision(access.EnterpriseGrant, "p1", "e1", "desk", recertify.Revoke)},
			"", "eva:\n  without: [desk]\n", 0},
		"a role of the job until": {[]recertify.Decision{decision(access.Grant, "p1", "a1", "clerk", recertify.Until)},
			"", "eva:\n  roles:\n    clerk: {validity: {to: \"2027-01-31\"}}\n", 0},
		"an exception": {[]recertify.Decision{decision(access.Grant, "p2", "a3", "guide", recertify.Revoke)},
			"    guide: {}\n", "", 0},
		"an exception until": {[]recertify.Decision{decision(access.Grant, "p2", "a3", "admin", recertify.Until)},
			"    admin: {unit_global: true} # all of it\n",
			"    admin: {unit_global: true, validity: {to: \"2027-01-31\"}} # all of it\n", 0},
		"a second function": {[]recertify.Decision{decision(access.Grant, "p-eva-2", "a3", "crm-reader", recertify.Revoke)},
			"[clerk]", "[clerk, crm-reader]", 0},
		"both": {[]recertify.Decision{decision(access.Grant, "p2", "a3", "guide", recertify.Revoke),
			decision(access.Grant, "p1", "a2", "crm-reader", recertify.Revoke)},
			"    guide: {}\neva-2:\n  without: [clerk]\n", "eva-2:\n  without: [clerk]\neva:\n  without: [crm-reader]\n", 0},
		"kept": {[]recertify.Decision{decision(access.Grant, "p1", "a1", "clerk", recertify.Keep)}, "", "", 0},
		"not declared": {[]recertify.Decision{decision(access.Grant, "p9", "a1", "clerk", recertify.Revoke),
			decision(access.Grant, "p1", "a9", "admin", recertify.Revoke),
			decision(access.Grant, "p-eva-2", "a9", "clerk", recertify.Revoke)}, "", "", 3},
	} {
		t.Run(name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n"} {
				form := strings.NewReplacer("\n", end)
				folder := configuration(t, form.Replace(exceptions))
				edited, rest, err := recertify.Merge(folder, tc.decisions)
				if err != nil || len(rest) != tc.rest {
					t.Fatalf("%v, rest %v", err, rest)
				}
				got, changed := edited[filepath.Join(folder, "exceptions.yaml")]
				want := strings.Replace(exceptions, tc.old, tc.new, 1)
				if tc.old == "" {
					want = exceptions + tc.new
				}
				if changed && string(got) != form.Replace(want) {
					t.Errorf("%s\nwant\n%s", got, want)
				}
				if changed != (tc.old+tc.new != "") {
					t.Errorf("changed: %v", changed)
				}
			}
		})
	}
}

// A change that cannot be made safely is an error, and no file changes.
func TestMerge_refused(t *testing.T) {
	revoke := []recertify.Decision{decision(access.Grant, "p2", "a1", "guide", recertify.Revoke)}
	for content, want := range map[string]string{
		"x: { roles: &all [guide] }\ntom: { roles: *all }\n": "line 2: tom: edit the file manually",
		"tom: [\n":                                               "exceptions.yaml",
		"tom: { roles: [guide] }\ntom: {}\n":                     "line 2: \"tom\" is in line 1 already",
		"tom: { role: [guide] }\n":                               "exceptions.yaml line 1: tom.role: there is no such key",
		"eva: {}\ntom:\n  roles: guide\n":                        "exceptions.yaml line 3: tom.roles: must be a list",
		"eva: {}\ntom: x\n":                                      "exceptions.yaml line 2: tom: must be a mapping",
		"{ tom: { roles: [guide] }, eva: { roles: [guide] } }\n": "edit the file manually",
	} {
		edited, _, err := recertify.Merge(configuration(t, content), revoke)
		if err == nil || !strings.Contains(err.Error(), want) || edited != nil {
			t.Errorf("%v, want %q\n%s", err, want, content)
		}
	}
	revoke[0].Client = "globex"
	edited, rest, err := recertify.Merge(configuration(t, exceptions), revoke)
	if err != nil || len(edited) > 0 || len(rest) != 1 {
		t.Errorf("a grant of another client: %v %s", err, edited)
	}
}

// The proof compares what people hold, through whatever path, and not the IDs of grants.
func TestProve(t *testing.T) {
	const service = "https://idm.example.com"
	grant := func(id, profile, role string) access.Object {
		return access.Object{ID: access.NewID(service, "acme", access.Grant, id).Within(profile), Owner: access.Exactly(profile),
			Target: access.Exactly(role)}
	}
	member := func(enterpriseRole, role string) access.Object {
		return access.Object{ID: access.MemberID(service, "acme", enterpriseRole, role), Owner: access.Exactly(enterpriseRole),
			Target: access.Exactly(role)}
	}
	without := func(o access.Object) access.Object {
		o.Presence = access.Absent
		return o
	}
	wide := grant("a1", "p1", "clerk")
	wide.Rooms = wide.Rooms.Open(access.UnitRoom, access.Exactly(true))
	elsewhere := access.Object{ID: access.NewID(service, "globex", access.Grant, "g1").Within("p9"), Owner: access.Exactly("p9"),
		Target: access.Exactly("clerk")}
	const a1 = "authorization acme/p1/a1"
	for name, tc := range map[string]struct {
		// held are additional facts before the plan, and planned the changed ones after it.
		held, planned []access.Object
		revoked       string
		want          string
		changes       []plan.Change
	}{
		"a property that may limit a grant": {want: "idm_profile_properties.p: the plan changes properties, which may limit grants",
			changes: []plan.Change{{Address: "idm_profile_properties.p", Type: "idm_profile_properties", Action: plan.Delete}}},
		"properties without a change, and of a person": {changes: []plan.Change{{Type: "idm_profile_properties", Action: plan.NoOp},
			{Type: "idm_user_properties", Action: plan.Update}}},
		"as decided":          {nil, []access.Object{without(grant("a1", "p1", "clerk"))}, a1, "", nil},
		"nothing":             {nil, nil, "", "", nil},
		"not deleted":         {nil, nil, a1, "does not delete it", nil},
		"another one deleted": {nil, []access.Object{without(grant("a1", "p1", "clerk"))}, "", "kept, and the plan", nil},
		"a kept one under another ID": {nil, []access.Object{without(grant("a1", "p1", "clerk")), grant("b1", "p1", "clerk")}, "", "",
			nil},
		"a kept one with a data room": {nil, []access.Object{wide}, "", "kept, and the plan", nil},
		"an added one":                {nil, []access.Object{grant("b1", "p2", "approver")}, "", "user ben gains", nil},
		"an added one of another client": {[]access.Object{{ID: access.NewID(service, "globex", access.Profile, "p9"),
			Owner: access.Exactly("zoe")}}, []access.Object{elsewhere}, "", "authorization globex/p9/g1: the plan adds it", nil},
		"a role of an enterprise role": {nil, []access.Object{member("desk", "admin")}, "", "user anna gains or extends role admin", nil},
		"revoked, and in a kept one": {nil, []access.Object{without(grant("a1", "p1", "clerk")), member("desk", "clerk")}, a1,
			"enterprise role desk", nil},
		"revoked, and had through one": {[]access.Object{member("desk", "clerk")},
			[]access.Object{without(grant("a1", "p1", "clerk"))}, a1, "enterprise role desk", nil},
		"revoked, and added again": {nil, []access.Object{without(grant("a1", "p1", "clerk")), grant("b1", "p1", "clerk")}, a1, "b1",
			nil},
		"a member of an enterprise role": {nil, []access.Object{without(member("desk", "approver"))}, "", "user anna loses", nil},
	} {
		t.Run(name, func(t *testing.T) {
			folder := opened(t, recertify.ByUnit, recertify.Keep)
			if tc.revoked != "" {
				decide(t, folder, tc.revoked, "revoke")
			}
			decided, err := recertify.Read(folder, now)
			if err != nil {
				t.Fatal(err)
			}
			decided.Client = "acme"
			held, err := tenant.Decode([]byte(snapshot), service)
			if err != nil {
				t.Fatal(err)
			}
			held.Add(access.Object{ID: access.NewID(service, "acme", access.Role, "admin"), Owner: access.Exactly("erp")})
			for _, o := range tc.held {
				held.Add(o)
			}
			after := held.Tenant.With(tc.planned)
			states := recertify.States{Before: held.Tenant, After: after, Carried: after}
			evidence := decided.Prove(service, states, &plan.Plan{Changes: tc.changes}, now)
			if got := strings.Join(evidence.Differences, "\n"); (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// A decision that a merge wrote is in effect when the campaign is merged again; another decision is
// not.
func TestMerged(t *testing.T) {
	folder := t.TempDir()
	revoked := recertify.Decision{Entry: recertify.Entry{ID: "a"}, Verdict: recertify.Revoke}
	limited := recertify.Decision{Entry: recertify.Entry{ID: "b"}, Verdict: recertify.Until, Last: now}
	byHand := recertify.Decision{Entry: recertify.Entry{ID: "c"}, Verdict: recertify.Revoke}
	kept := recertify.Decision{Entry: recertify.Entry{ID: "d"}, Verdict: recertify.Keep}
	first, err := recertify.ReadMerged(folder)
	if err != nil || first.Has(revoked) {
		t.Fatal(first, err)
	}
	if err := first.Add(folder, []recertify.Decision{revoked, limited, byHand, kept}, []recertify.Decision{byHand}); err != nil {
		t.Fatal(err)
	}
	again, err := recertify.ReadMerged(folder)
	if err != nil || !again.Has(revoked) || !again.Has(limited) || again.Has(byHand) || again.Has(kept) {
		t.Errorf("%v, %v", again, err)
	}
	limited.Last = now.AddDate(0, 0, 1)
	if revoked.Verdict = recertify.Until; again.Has(limited) || again.Has(revoked) {
		t.Error("another decision is in effect")
	}
	if err := os.WriteFile(filepath.Join(folder, "merged.yaml"), []byte("- a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := recertify.ReadMerged(folder); err == nil {
		t.Error("a damaged file is read")
	}
}

// A table is read as a spreadsheet saves it, with the days in the zone of the campaign, and the page
// holds the same rows as text.
func TestRead_spreadsheet(t *testing.T) {
	folder := opened(t, recertify.ByRole, recertify.Keep)
	decide(t, folder, "authorization acme/p2/a2", "until 31.12.2026")
	rewrite := func(file string, edit func(string) string) {
		t.Helper()
		path := filepath.Join(folder, file)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(edit(string(content))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rewrite("role-clerk.csv", func(content string) string {
		rows, err := csv.NewReader(strings.NewReader(strings.Replace(content, "2026-05-01", "01.05.2026", 1))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma = ';'
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
	rewrite("campaign.yaml", func(content string) string {
		return strings.Replace(content, "by: role\n", "by: role\nzone: Europe/Zurich\n", 1)
	})
	decided, err := recertify.Read(folder, now)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(decided.Decisions, func(d recertify.Decision) bool { return d.Verdict == recertify.Until })
	if i < 0 || decided.Decisions[i].Last.UTC().Format(time.RFC3339) != "2026-12-31T22:59:59Z" {
		t.Errorf("%+v", decided.Decisions)
	}
	page, err := os.ReadFile(filepath.Join(folder, "role-clerk.html"))
	if err != nil || !strings.Contains(string(page), `file = "role-clerk.csv"`) ||
		!strings.Contains(string(page), "authorization acme/p2/a2") ||
		strings.Contains(string(page), "http://") || strings.Contains(string(page), "https://") {
		t.Errorf("%v\n%s", err, page)
	}
}
