package recertify_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

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

// cases returns the cases of a file by name.
func cases[T any](t *testing.T, file string) map[string]T {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]T{}
	if err := yaml.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

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
	for name, tc := range cases[[3]string](t, "mistakes") {
		t.Run(name, func(t *testing.T) {
			folder := opened(t, recertify.ByRole, recertify.Keep)
			file := filepath.Join(folder, "role-clerk.csv")
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			next := strings.Replace(string(content), tc[0], tc[1], 1)
			if tc[0] == "" {
				next = ""
			}
			if err := os.WriteFile(file, []byte(next), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := recertify.Read(folder, now); err == nil || !strings.Contains(err.Error(), tc[2]) ||
				!strings.Contains(err.Error(), "role-clerk.csv") {
				t.Errorf("%v, want %q", err, tc[2])
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

// A decision about a role of a job is an exception of the person; other entries keep their text.
func TestMerge(t *testing.T) {
	last := time.Date(2027, 1, 31, 23, 59, 59, 0, time.UTC)
	kinds := map[string]access.Kind{"authorization": access.Grant, "enterprise": access.EnterpriseGrant}
	for name, tc := range cases[struct {
		Decisions                       []string
		Client, File, Old, New, Refused string
		Rest                            int
	}](t, "merge") {
		var decisions []recertify.Decision
		for _, text := range tc.Decisions {
			w := strings.Fields(text)
			decisions = append(decisions, recertify.Decision{Verdict: w[0], Last: last, Entry: recertify.Entry{ID: w[3], Kind: kinds[w[1]],
				Client: cmp.Or(tc.Client, "acme"), Profile: w[2], GrantExtID: w[3], What: w[4]}})
		}
		t.Run(name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n"} {
				form := strings.NewReplacer("\n", end)
				folder := configuration(t, form.Replace(cmp.Or(tc.File, exceptions)))
				edited, rest, err := recertify.Merge(folder, decisions)
				if tc.Refused != "" {
					if err == nil || !strings.Contains(err.Error(), tc.Refused) || edited != nil {
						t.Errorf("%v, want %q", err, tc.Refused)
					}
					continue
				}
				if err != nil || len(rest) != tc.Rest {
					t.Fatalf("%v, rest %v", err, rest)
				}
				got, changed := edited[filepath.Join(folder, "exceptions.yaml")]
				want := strings.Replace(exceptions, tc.Old, tc.New, 1)
				if tc.Old == "" {
					want = exceptions + tc.New
				}
				if changed && string(got) != form.Replace(want) {
					t.Errorf("%s\nwant\n%s", got, want)
				}
				if changed != (tc.Old+tc.New != "") {
					t.Errorf("changed: %v", changed)
				}
			}
		})
	}
}

// seed is a snapshot by list.
type seed map[string][]map[string]any

func (s seed) with(more map[string]map[string]any) seed {
	for list, element := range more {
		// A later element of an ID replaces the earlier one.
		s[list] = append(slices.DeleteFunc(s[list], func(e map[string]any) bool { return e["extId"] == element["extId"] }), element)
	}
	return s
}

func (s seed) facts(t *testing.T) *tenant.Facts {
	t.Helper()
	content, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := tenant.Decode(content, service)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

const service = "https://idm.example.com"

// The proof compares what people hold, through whatever path, and not the IDs of grants.
func TestProve(t *testing.T) {
	for name, tc := range cases[struct {
		Before, Adds     map[string]map[string]any
		Removes, Changes []string
		Revoked, Want    string
	}](t, "prove") {
		t.Run(name, func(t *testing.T) {
			folder := opened(t, recertify.ByUnit, recertify.Keep)
			if tc.Revoked != "" {
				decide(t, folder, "authorization acme/p1/"+tc.Revoked, "revoke")
			}
			decided, err := recertify.Read(folder, now)
			if err != nil {
				t.Fatal(err)
			}
			decided.Client = "acme"
			var held seed
			if err := json.Unmarshal([]byte(snapshot), &held); err != nil {
				t.Fatal(err)
			}
			held.with(map[string]map[string]any{"roles": {"extId": "admin", "applicationExtId": "erp"}}).with(tc.Before)
			before := held.facts(t)
			for list, all := range held {
				held[list] = slices.DeleteFunc(slices.Clone(all), func(e map[string]any) bool {
					return (list == "authorizations" || list == "enterpriseRoles") && slices.Contains(tc.Removes, e["extId"].(string))
				})
			}
			after := held.with(tc.Adds).facts(t).Tenant
			var p plan.Plan
			for _, text := range tc.Changes {
				action, address, _ := strings.Cut(text, " ")
				of, _, _ := strings.Cut(address, ".")
				p.Changes = append(p.Changes, plan.Change{Address: address, Type: of, Action: plan.Action(action)})
			}
			evidence := decided.Prove(service, recertify.States{Before: before.Tenant, After: after, Carried: after}, &p, now)
			if got := strings.Join(evidence.Differences, "\n"); (got == "") != (tc.Want == "") || !strings.Contains(got, tc.Want) {
				t.Errorf("%q, want %q", got, tc.Want)
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
