package service_test

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
	termsAddress = "idm_terms.test"
	allTerms     = "/core/v1/terms"
)

// termsValues returns the arguments of terms with some changes; nil omits an argument.
func termsValues(changes ...any) acctest.Values {
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

func writtenTerms(changes ...any) string {
	return acctest.HCL("idm_terms", "test", termsValues(changes...))
}

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

func readTerms(t testing.TB, s *acctest.Service, extID string) idm.Terms {
	t.Helper()
	terms, err := idm.TermsOps.Get(context.Background(), s.API, idm.Place{}, extID)
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

// startTerms returns an instance that was created in a service.
func startTerms(t *testing.T, s *acctest.Service) (acctest.Instance, string) {
	t.Helper()
	i := acctest.Instance{Type: "idm_terms"}
	i.Create(t, s.Protocol(t), termsValues())
	s.ClearRequests()
	extID, _ := i.Values["ext_id"].(string)
	return i, extID
}

// releases holds a release that does not return the version of terms, and one that does.
var releases = map[string]string{"no version": "slash-strict", "version": "later-releases"}

func TestTerms_basic(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Clearing)
	const post = `POST /core/v1/terms {"active":true,"name":"Cookies","silentAcceptance":false,"termsVersion":"1"}`
	steps := []resource.TestStep{
		s.Apply(writtenTerms("urls", nil), s.Sent(post), resource.TestCheckResourceAttrPair(termsAddress, "id", termsAddress, "ext_id")),
	}
	steps = append(steps, s.Apply(writtenTerms()))
	steps = append(steps, acctest.Import(termsAddress)...)
	s.Test(t, append(steps,
		s.Apply(writtenTerms("urls", nil), func(*terraform.State) error {
			return acctest.Equal(0, len(readTerms(t, s, extIDs(t, s, "Cookies")[0]).URLs))
		}),
		s.Apply("", func(*terraform.State) error {
			terms := readTerms(t, s, extIDs(t, s, "Cookies")[0])
			return acctest.Equal(false, *terms.Active)
		}),
	)...)
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
				i, extID := startTerms(t, s)
				mine := termsValues("name", "Mine", "urls", acctest.Values{"EN": "https://a.example", "DE": "https://mine.example"})
				diags := i.ApplyConcurrently(t, s.Protocol(t), mine, func() {
					if _, err := idm.TermsWrites.Update(context.Background(), s.API, idm.Place{}, extID, 0, change.theirs); err != nil {
						t.Fatal(err)
					}
				})
				if diags.HasError() != (change.conflict != "") || !strings.Contains(diags.String(), change.conflict) {
					t.Error(diags)
				}
				if terms := readTerms(t, s, extID); !change.held(terms) {
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
			_, before := startTerms(t, s)
			fault := way.Fault
			fault.Method, fault.Path, fault.Count = http.MethodPost, allTerms, 1
			if err := s.Sim.SetFaults(fault); err != nil {
				t.Fatal(err)
			}
			i := acctest.Instance{Type: "idm_terms"}
			p := s.Protocol(t)
			planned, _ := i.Plan(t, p, termsValues())
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

// Nothing is sent again if the list before the create was refused. Terms_undecided has the other
// cases.
func TestTerms_undecidedList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, i := s.Protocol(t), acctest.Instance{Type: "idm_terms"}
	planned, _ := i.Plan(t, p, termsValues())
	s.SetFaults(t, sim.Fault{Kind: "status", Status: http.StatusForbidden, Method: http.MethodGet, Path: allTerms, Count: 1},
		sim.Fault{Kind: "drop-after", Method: http.MethodPost, Path: allTerms, Count: 1})
	diags := i.Apply(t, p, planned)
	if text := diags.String(); !strings.Contains(text, "the objects that existed before could not be listed") ||
		!strings.Contains(text, "it is not known whether the object was created") || i.Values != nil || len(extIDs(t, s, "Cookies")) != 1 {
		t.Error(i.Values, diags)
	}
}
