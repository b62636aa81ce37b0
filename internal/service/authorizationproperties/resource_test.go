package authorizationproperties_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_authorization_properties.test"

// grant is an authorization of a profile of its own, which is not managed here.
type grant struct {
	s              *acctest.Service
	profile, extID string
}

func newGrant(t *testing.T, s *acctest.Service) grant {
	t.Helper()
	ctx := context.Background()
	profile, err := s.API.CreateProfile(ctx, s.Client, s.User, idm.ProfileCreate{ExtID: s.ID("profile")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.API.DeleteProfile(ctx, s.Client, profile); err != nil {
			t.Error(err)
		}
	})
	extID, err := s.API.CreateAuthorization(ctx, s.Client, profile, idm.AuthorizationCreate{RoleExtID: s.Role})
	if err != nil {
		t.Fatal(err)
	}
	return grant{s, profile, extID}
}

func (g grant) config(arguments string) string {
	return fmt.Sprintf("resource \"idm_authorization_properties\" \"test\" {\n  profile_ext_id = %q\n  authorization_ext_id = %q\n%s\n}\n",
		g.profile, g.extID, arguments)
}

func (g grant) patch(body string) string {
	return fmt.Sprintf("PATCH /core/v1/%s/profiles/%s/authorizations/%s/properties %s", g.s.Client, g.profile, g.extID, body)
}

// set changes properties behind Terraform's back.
func (g grant) set(t *testing.T, values map[string]string) func() {
	return func() {
		t.Helper()
		if _, err := g.s.API.UpdateAuthorizationProperties(context.Background(), g.s.Client, g.profile, g.extID, values); err != nil {
			t.Fatal(err)
		}
	}
}

func (g grant) remote(want map[string]string) resource.TestCheckFunc {
	return acctest.Remote(
		func() (idm.Properties, error) {
			return g.s.API.AuthorizationProperties(context.Background(), g.s.Client, g.profile, g.extID)
		},
		func(p idm.Properties) error { return acctest.Equal(want, p.Values) })
}

func TestAuthorizationProperties_minimalFullMinimal(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "slash-strict")
	g := newGrant(t, s)
	steps := []resource.TestStep{
		s.Apply(g.config(`properties = { region = "EMEA" }`),
			resource.TestCheckResourceAttr(address, "id", s.Client+"/"+g.profile+"/"+g.extID),
			resource.TestCheckResourceAttr(address, "client_ext_id", s.Client),
			s.Sent(g.patch(`{"region":"EMEA"}`))),
		s.Apply(g.config(`properties = { region = "APAC", limit = "10" }`),
			s.Sent(g.patch(`{"limit":"10","region":"APAC"}`)),
			g.remote(map[string]string{"region": "APAC", "limit": "10"})),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Apply(g.config(`sensitive_properties = { region = "APAC" }`),
			resource.TestCheckNoResourceAttr(address, "properties.%"),
			s.Sent(g.patch(`{"limit":""}`)),
			g.remote(map[string]string{"region": "APAC"})),
		s.Apply("", s.Sent(g.patch(`{"region":""}`)), g.remote(map[string]string{})),
	)...)
}

func TestAuthorizationProperties_drift(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	g := newGrant(t, s)
	written := g.config(`properties = { region = "EMEA" }`)
	s.Test(t,
		s.Apply(written),
		s.Drift(g.set(t, map[string]string{"region": "", "limit": "theirs"}), written, address, plancheck.ResourceActionUpdate),
		s.Apply(written,
			s.Sent(g.patch(`{"region":"EMEA"}`)),
			g.remote(map[string]string{"region": "EMEA", "limit": "theirs"})),
		s.Drift(func() {
			if err := s.API.DeleteAuthorization(context.Background(), s.Client, g.profile, g.extID); err != nil {
				t.Fatal(err)
			}
		}, written, address, plancheck.ResourceActionCreate),
		s.Fails(written, "errors.noRecord"),
	)
}

func TestAuthorizationProperties_refused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	g := newGrant(t, s)
	s.Test(t,
		s.Refused(g.config(""), "No properties"),
		s.Refused(g.config(`sensitive_properties = { region = "" }`), "The property region has no value"),
		s.Fails(g.config(`properties = { region = "Mars" }`), "none of the allowed ones"),
	)
}
