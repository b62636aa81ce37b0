package terms_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	address  = "idm_terms.test"
	allTerms = "/core/v1/terms"
)

// config returns the arguments of terms with some changes; nil omits an argument.
func config(changes ...any) acctest.Values {
	values := acctest.Values{
		"name": "Cookies", "active": true, "silent_acceptance": false, "terms_version": "1",
		"urls": acctest.Values{"EN": "https://a.example"},
	}
	for i := 0; i < len(changes); i += 2 {
		name, _ := changes[i].(string)
		if values[name] = changes[i+1]; values[name] == nil {
			delete(values, name)
		}
	}
	return values
}

func written(changes ...any) string { return acctest.HCL("idm_terms", "test", config(changes...)) }

// extIDs returns the external IDs of all terms with a name.
func extIDs(t testing.TB, s *acctest.Service, name string) (found []string) {
	t.Helper()
	for terms, err := range idm.TermsOps.List(context.Background(), s.API, idm.Place{}) {
		if err != nil {
			t.Fatal(err)
		}
		if terms.Name == name {
			found = append(found, terms.ExtID)
		}
	}
	return found
}

func read(t testing.TB, s *acctest.Service, extID string) idm.Terms {
	t.Helper()
	terms, err := idm.TermsOps.Get(context.Background(), s.API, idm.Place{}, extID)
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

// started returns an instance that was created in a service.
func started(t *testing.T, s *acctest.Service) (acctest.Instance, string) {
	t.Helper()
	i := acctest.Instance{Type: "idm_terms"}
	i.Create(t, s.Protocol(t), config())
	s.ClearRequests()
	extID, _ := i.Values["ext_id"].(string)
	return i, extID
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// releases holds a release that does not return the version of terms, and one that does.
var releases = map[string]string{"no version": "slash-strict", "version": "later-releases"}

func TestTerms_basic(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Clearing)
	const post = `POST /core/v1/terms {"active":true,"name":"Cookies","silentAcceptance":false,"termsVersion":"1"}`
	steps := []resource.TestStep{
		s.Apply(written("urls", nil), s.Sent(post), resource.TestCheckResourceAttrPair(address, "id", address, "ext_id")),
	}
	steps = append(steps, s.Apply(written()))
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Apply(written("urls", nil), func(*terraform.State) error {
			return acctest.Equal(0, len(read(t, s, extIDs(t, s, "Cookies")[0]).URLs))
		}),
		s.Apply("", func(*terraform.State) error {
			terms := read(t, s, extIDs(t, s, "Cookies")[0])
			return acctest.Equal(false, *terms.Active)
		}),
	)...)
}

func TestTerms_update(t *testing.T) {
	for release, quirk := range releases {
		for name, change := range map[string]struct {
			to   any
			sent string
		}{
			"name":          {"Biscuits", `"name":"Biscuits"`},
			"active":        {false, `"active":false`},
			"terms_version": {"2", `"termsVersion":"2"`},
			"urls": {acctest.Values{"EN": "https://b.example", "DE": "https://c.example"},
				`"urls":{"DE":"https://c.example","EN":"https://b.example"}`},
		} {
			t.Run(release+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, quirk)
				i, extID := started(t, s)
				p := s.Protocol(t)
				if diags := i.ApplyConcurrently(t, p, config(name, change.to), func() {}); len(diags) > 0 {
					t.Fatal(diags)
				}
				version := ""
				if quirk == "later-releases" {
					version = `,"version":1`
				}
				must(t, s.Sent("PATCH "+allTerms+"/"+extID+" {"+change.sent+version+"}")(nil))
				i.Refresh(t, p)
				if planned, diags := i.Plan(t, p, config(name, change.to)); !planned.Empty || len(diags) > 0 {
					t.Error(planned.Values, diags)
				}
			})
		}
	}
}

// A concurrent change is a conflict if the update changes the same value. Other changes are kept,
// including single addresses.
func TestTerms_changedConcurrently(t *testing.T) {
	for release, quirk := range releases {
		for name, change := range map[string]struct {
			theirs   idm.TermsInput
			conflict string
			held     func(idm.Terms) bool
		}{
			"same attribute": {
				idm.TermsInput{Name: idm.Set("Theirs")}, "Another writer changed", func(t idm.Terms) bool { return t.Name == "Theirs" },
			},
			"another attribute": {
				idm.TermsInput{TermsVersion: idm.Set("9")}, "", func(t idm.Terms) bool { return t.Name == "Mine" && t.TermsVersion == "9" },
			},
			"another address": {
				idm.TermsInput{URLs: idm.Set(map[string]string{"EN": "https://a.example", "FR": "https://theirs.example"})}, "",
				func(t idm.Terms) bool { return t.Name == "Mine" && len(t.URLs) == 3 },
			},
		} {
			t.Run(release+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, quirk)
				i, extID := started(t, s)
				mine := config("name", "Mine", "urls", acctest.Values{"EN": "https://a.example", "DE": "https://mine.example"})
				diags := i.ApplyConcurrently(t, s.Protocol(t), mine, func() {
					if _, err := idm.TermsWrites.Update(context.Background(), s.API, idm.Place{}, extID, 0, change.theirs); err != nil {
						t.Fatal(err)
					}
				})
				if diags.HasError() != (change.conflict != "") || !strings.Contains(diags.String(), change.conflict) {
					t.Error(diags)
				}
				if terms := read(t, s, extID); !change.held(terms) {
					t.Errorf("the service holds %+v", terms)
				}
			})
		}
	}
}

// A create with a lost response creates no second terms, and does not accept older ones.
func TestTerms_lostResponse(t *testing.T) {
	for _, way := range acctest.Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			_, before := started(t, s)
			fault := way.Fault
			fault.Method, fault.Path, fault.Count = http.MethodPost, allTerms, 1
			if err := s.Sim.SetFaults(fault); err != nil {
				t.Fatal(err)
			}
			i := acctest.Instance{Type: "idm_terms"}
			p := s.Protocol(t)
			planned, _ := i.Plan(t, p, config())
			if diags := i.Apply(t, p, planned); len(diags) > 0 {
				t.Error(diags)
			}
			made := extIDs(t, s, "Cookies")
			if len(made) != 2 || i.Values["ext_id"] == before || !slices.Contains(made, fmt.Sprint(i.Values["ext_id"])) {
				t.Errorf("%v was adopted from %v, and %s existed before", i.Values["ext_id"], made, before)
			}
			if posts := len(s.Writes()); posts != way.Sends() {
				t.Errorf("sent %d times, want %d: %q", posts, way.Sends(), s.Writes())
			}
		})
	}
}

// If it is not known whether a create with a lost response succeeded, nothing is sent again, and
// the error reports it.
func TestTerms_undecided(t *testing.T) {
	forbidden := sim.Fault{Kind: "status", Status: http.StatusForbidden, Method: http.MethodGet, Path: allTerms, Count: 1}
	lost := sim.Fault{Kind: "drop-after", Method: http.MethodPost, Path: allTerms, Count: 1}
	down := sim.Fault{Kind: "drop-before", Method: http.MethodPost, Path: allTerms}
	after := lost
	after.Skip = 1
	theirs := func(t *testing.T, s *acctest.Service) {
		s.BeforeRequest("POST "+allTerms, func() {
			terms := idm.TermsInput{Name: idm.Set("Cookies"), TermsVersion: idm.Set("1"), Active: idm.Set(true),
				SilentAcceptance: idm.Set(false),
				URLs:             idm.Set(map[string]string{"EN": "https://a.example"})}
			if _, err := idm.TermsWrites.Create(context.Background(), s.API, idm.Place{}, terms); err != nil {
				t.Error(err)
			}
		})
	}
	noOtherWriter := func(*testing.T, *acctest.Service) {}
	for name, test := range map[string]struct {
		faults []sim.Fault
		before func(*testing.T, *acctest.Service)
		why    string
		posts  int
	}{
		"the list was refused": {[]sim.Fault{forbidden, lost}, noOtherWriter, "the objects that existed before could not be listed", 1},
		"no response at all":   {[]sim.Fault{down}, noOtherWriter, "no matching object was found after attempt 4", 0},
		"others created some":  {[]sim.Fault{after}, theirs, "these similar objects have been created in the meantime", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			p, i := s.Protocol(t), acctest.Instance{Type: "idm_terms"}
			planned, _ := i.Plan(t, p, config())
			if err := s.Sim.SetFaults(test.faults...); err != nil {
				t.Fatal(err)
			}
			test.before(t, s)
			diags := i.Apply(t, p, planned)
			for _, want := range []string{test.why, `name = "Cookies"`, "it is not known whether the object was created", "import it"} {
				if !strings.Contains(diags.String(), want) {
					t.Errorf("%q is missing in: %s", want, diags)
				}
			}
			if i.Values != nil || len(extIDs(t, s, "Cookies")) != test.posts {
				t.Errorf("%v, %v", i.Values, extIDs(t, s, "Cookies"))
			}
		})
	}
}

// Destroying deactivates the terms, with a warning in the plan, and is not sent again when only the
// response is lost.
func TestTerms_destroy(t *testing.T) {
	for name, fault := range map[string][]sim.Fault{"answered": nil, "lost": {{Kind: "drop-after", Method: http.MethodPatch, Count: 1}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "later-releases")
			i, extID := started(t, s)
			p := s.Protocol(t)
			planned, diags := i.Plan(t, p, nil)
			if text := diags.String(); diags.HasError() || !strings.Contains(text, "deactivated, not deleted") ||
				!strings.Contains(text, extID) {
				t.Error(diags)
			}
			if err := s.Sim.SetFaults(fault...); err != nil {
				t.Fatal(err)
			}
			if diags := i.Apply(t, p, planned); len(diags) > 0 || i.Values != nil {
				t.Error(i.Values, diags)
			}
			must(t, s.Sent("PATCH "+allTerms+"/"+extID+` {"active":false,"version":1}`)(nil))
			if *read(t, s, extID).Active {
				t.Error("still active")
			}
		})
	}
}

func TestTerms_replaced(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i, extID := started(t, s)
	planned, diags := i.Plan(t, s.Protocol(t), config("silent_acceptance", true))
	if text := diags.String(); !planned.Replaces || !strings.Contains(text, "Terms are replaced") || !strings.Contains(text, extID) {
		t.Error(planned.Replaces, diags)
	}
	s.Test(t,
		s.Apply(written("name", "Old")),
		s.Apply(written("name", "Old", "silent_acceptance", true), func(*terraform.State) error {
			made := extIDs(t, s, "Old")
			// Terms that were made in the same second are in no fixed order.
			if len(made) != 2 || *read(t, s, made[0]).Active == *read(t, s, made[1]).Active {
				return fmt.Errorf("not one deactivated and one active, but %v", made)
			}
			return nil
		}),
	)
}

// Terms that no longer exist are planned again; any other response is an error.
func TestTerms_disappears(t *testing.T) {
	for code, gone := range map[string]bool{"errors.noRecord": true, "errors.insufficientRightsFunction": false} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			i, extID := started(t, s)
			if err := s.Sim.SetFaults(
				sim.Fault{Kind: "status", Status: http.StatusForbidden, Method: http.MethodGet, Path: allTerms, Count: 1},
				sim.Fault{Kind: "status", Code: code, Method: http.MethodGet, Path: allTerms + "/" + extID, Count: 1},
			); err != nil {
				t.Fatal(err)
			}
			if diags := i.Refresh(t, s.Protocol(t)); diags.HasError() == gone || (i.Values == nil) != gone {
				t.Error(i.Values, diags)
			}
		})
	}
}

func TestTerms_refusedInThePlan(t *testing.T) {
	acctest.Script(t, nil)
}

func TestTermsDataSource(t *testing.T) {
	acctest.Script(t, nil)
}
