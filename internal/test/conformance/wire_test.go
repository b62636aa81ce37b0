package conformance_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const tenant = "acme"

// wired returns the typed API of a simulator with the demo tenant.
func wired(t *testing.T, quirks ...string) *idm.API {
	t.Helper()
	s, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: quirks})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		_ = s.Close()
	})
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("demo-admin-token"), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(c)
}

// object contains the operations of one object and their expected results.
type object[T any] struct {
	create func(ctx context.Context) (string, error)
	read   func(ctx context.Context, extID string) (T, error)
	// made is the expected result of a read after the create, apart from its external ID and the
	// fields that the service maintains.
	made T
	// update sends every field, and clear empties all fields that can be empty.
	update, clear func(ctx context.Context, extID string) (T, error)
	// updated and cleared are the expected responses.
	updated, cleared T
	remove           func(ctx context.Context, extID string) error
}

// live creates, reads, updates, clears and deletes an object. The client and the simulator must
// agree on every field.
func live[T any](o object[T]) func(*testing.T) {
	ignored := cmp.Options{
		cmpopts.IgnoreFields(idm.Record{}, "Created", "LastModified"), cmpopts.EquateEmpty(),
		cmp.FilterPath(func(p cmp.Path) bool { return kept[p.Last().String()] }, cmp.Ignore()),
	}
	same := func(t *testing.T, what string, want, got T, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got, ignored); err != nil || diff != "" {
			t.Fatalf("%s: %v\n%s", what, err, diff)
		}
	}
	return func(t *testing.T) {
		ctx := t.Context()
		extID, err := o.create(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got, err := o.read(ctx, extID)
		same(t, "read", o.made, got, err)
		if o.update != nil {
			got, err = o.update(ctx, extID)
			same(t, "update", o.updated, got, err)
		}
		if o.clear != nil {
			got, err = o.clear(ctx, extID)
			same(t, "clear", o.cleared, got, err)
		}
		if o.remove == nil {
			return
		}
		if err := o.remove(ctx, extID); err != nil {
			t.Fatal(err)
		}
		if _, err := o.read(ctx, extID); !errors.Is(err, idm.ErrNoRecord) {
			t.Errorf("after the delete: %v", err)
		}
	}
}

// kept lists fields that the service sets itself.
var kept = map[string]bool{
	".ExtID": true, ".PropertyID": true, ".CreatedBy": true, ".ModifiedBy": true, ".LastChangeDate": true, ".DevicePassword": true,
	".Fingerprint": true, ".KeyID": true,
	".StateChangeReason": true, ".PolicyExtID": true, ".Classifications": true,
}

func version(n int64) idm.Record { return idm.Record{Version: n} }

func TestWire_applicationsAndRoles(t *testing.T) {
	for _, quirks := range [][]string{nil, {"later-releases"}, {"server-ext-ids"}, {"slash-strict"}} {
		api := wired(t, quirks...)
		t.Run("application", live(object[idm.Application]{
			create: func(ctx context.Context) (string, error) {
				return api.CreateApplication(ctx, idm.ApplicationInput{
					ExtID: idm.Set("a/1"), Name: idm.Set("App"), Description: idm.Set("d"), URL: idm.Set("https://a.example"),
					Displayed: idm.Set(true), DisplayName: idm.Localized{
						"EN": "App", "IT": "Applicazione",
					},
				})
			},
			read: api.Application,
			made: idm.Application{
				Name: "App", Description: "d", URL: "https://a.example", Displayed: new(true),
				DisplayName: idm.Localized{"EN": "App", "IT": "Applicazione"}, Record: version(1),
			},
			update: func(ctx context.Context, extID string) (idm.Application, error) {
				return api.UpdateApplication(ctx, extID, idm.ApplicationInput{
					Name: idm.Set("Ap"), Description: idm.Set("e"), URL: idm.Set("https://b.example"),
					Displayed: idm.Set(false), DisplayName: idm.Localized{
						"EN": "",
					}, Versioned: idm.Versioned{Version: 1},
				})
			},
			updated: idm.Application{
				Name: "Ap", Description: "e", URL: "https://b.example", Displayed: new(false), DisplayName: idm.Localized{
					"IT": "Applicazione",
				}, Record: version(2),
			},
			clear: func(ctx context.Context, extID string) (idm.Application, error) {
				return api.UpdateApplication(ctx, extID, idm.ApplicationInput{
					Description: idm.Clear[string](), URL: idm.Clear[string](), DisplayName: idm.Localized{"IT": ""},
				})
			},
			cleared: idm.Application{Name: "Ap", Displayed: new(false), Record: version(3)},
			remove:  api.DeleteApplication,
		}))
		t.Run("role", live(object[idm.Role]{
			create: func(ctx context.Context) (string, error) {
				return api.CreateRole(ctx, "crm", idm.RoleInput{ExtID: idm.Set("r/1"), Name: idm.Set("Role"), Description: idm.Set("d")})
			},
			read: api.Role,
			made: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Role", Description: "d", Record: version(1)},
			update: func(ctx context.Context, extID string) (idm.Role, error) {
				return api.UpdateRole(ctx, extID, idm.RoleInput{Name: idm.Set("Ro"), Description: idm.Set("e"),
					Versioned: idm.Versioned{Version: 1}})
			},
			updated: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Ro", Description: "e", Record: version(2)},
			clear: func(ctx context.Context, extID string) (idm.Role, error) {
				return api.UpdateRole(ctx, extID, idm.RoleInput{Description: idm.Clear[string]()})
			},
			cleared: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Ro", Record: version(3)},
			remove:  api.DeleteRole,
		}))
		t.Run("enterprise role", live(object[idm.EnterpriseRole]{
			create: func(ctx context.Context) (string, error) {
				return api.CreateEnterpriseRole(ctx, tenant, idm.EnterpriseRoleInput{
					ExtID: idm.Set("e/1"), Name: idm.Set("Er"), Description: idm.Set("d"), DisplayName: idm.Localized{"FR": "F"},
				})
			},
			read: func(ctx context.Context, extID string) (idm.EnterpriseRole, error) {
				return api.EnterpriseRole(ctx, tenant, extID)
			},
			made: idm.EnterpriseRole{
				ClientExtID: tenant, Name: "Er", Description: "d", DisplayName: idm.Localized{"FR": "F"}, Record: version(1),
			},
			update: func(ctx context.Context, extID string) (idm.EnterpriseRole, error) {
				if err := api.AddEnterpriseRoleMember(ctx, tenant, extID, "hr-viewer"); err != nil {
					return idm.EnterpriseRole{}, err
				}
				members := 0
				for _, err := range api.EnterpriseRoleMembers(ctx, tenant, extID) {
					if err != nil {
						return idm.EnterpriseRole{}, err
					}
					members++
				}
				if err := api.RemoveEnterpriseRoleMember(ctx, tenant, extID, "hr-viewer"); err != nil || members != 1 {
					return idm.EnterpriseRole{}, errors.Join(err, errors.New("not one member"))
				}
				return api.UpdateEnterpriseRole(ctx, tenant, extID, idm.EnterpriseRoleInput{
					Name: idm.Set("Es"), Description: idm.Clear[string](), DisplayName: idm.Localized{"FR": ""},
					Versioned: idm.Versioned{Version: 1},
				})
			},
			updated: idm.EnterpriseRole{ClientExtID: tenant, Name: "Es", Record: version(2)},
			remove:  func(ctx context.Context, extID string) error { return api.DeleteEnterpriseRole(ctx, tenant, extID) },
		}))
	}
}

func TestWire_users(t *testing.T) {
	api := wired(t)
	t.Run("user", live(object[idm.User]{
		create: func(ctx context.Context) (string, error) {
			return api.CreateUser(ctx, tenant, idm.UserInput{
				ExtID: idm.Set("u/1"), LoginID: idm.Set("new"), UserState: idm.Set("disabled"), LanguageCode: idm.Set("DE"),
				IsTechnicalUser: idm.Set(true),
				Name:            &idm.UserNamePatch{Title: idm.Set("Dr."), FirstName: idm.Set("A"), FamilyName: idm.Set("B")},
				Sex:             idm.Set("male"),
				Gender:          idm.Set("male"), BirthDate: idm.Set("1990-01-31"),
				Address: &idm.UserAddressPatch{
					CountryCode: idm.Set("CH"), City: idm.Set("Bern"), PostalCode: idm.Set("3000"), Addressline1: idm.Set("1"),
					Addressline2: idm.Set("2"), Street: idm.Set("s"),
					HouseNumber:    idm.Set("4"),
					DwellingNumber: idm.Set("5"), PostOfficeBoxText: idm.Set("p"), PostOfficeBoxNumber: idm.Set(int64(7)),
					Locality: idm.Set("l"),
				},
				Contacts: &idm.UserContactsPatch{Telephone: idm.Set("1"), Telefax: idm.Set("2"), Mobile: idm.Set("3"),
					Email: idm.Set("a@acme.example")},
				Validity: &idm.ValidityPatch{
					To: idm.Set("2030-01-01T00:00:00Z"),
				}, Remarks: idm.Set("r"), ModificationComment: idm.Set("c"), Properties: map[string]string{"employeeNumber": "E-9"},
			})
		},
		read: func(ctx context.Context, extID string) (idm.User, error) { return api.User(ctx, tenant, extID) },
		made: idm.User{
			ClientExtID: tenant, LoginID: "new", UserState: "disabled", LanguageCode: "DE", IsTechnicalUser: new(true),
			Name: idm.UserName{Title: "Dr.", FirstName: "A", FamilyName: "B"}, Sex: "male", Gender: "male", BirthDate: "1990-01-31",
			Address: idm.UserAddress{
				CountryCode: "CH", City: "Bern", PostalCode: "3000", Addressline1: "1", Addressline2: "2", Street: "s", HouseNumber: "4",
				DwellingNumber: "5", PostOfficeBoxText: "p", PostOfficeBoxNumber: new(int64(7)), Locality: "l",
			},
			Contacts: idm.UserContacts{Telephone: "1", Telefax: "2", Mobile: "3", Email: "a@acme.example"},
			Validity: idm.Validity{
				To: "2030-01-01T00:00:00Z",
			}, Remarks: "r", ModificationComment: "c", Properties: map[string]string{"employeeNumber": "E-9"}, Record: version(1),
		},
		update: func(ctx context.Context, extID string) (idm.User, error) {
			return api.UpdateUser(ctx, tenant, extID, idm.UserInput{
				LoginID: idm.Set("newer"), UserState: idm.Set("active"), LanguageCode: idm.Set("FR"), Name: &idm.UserNamePatch{
					Title: idm.Clear[string](), FirstName: idm.Set("C"),
				},
				Address: &idm.UserAddressPatch{
					City: idm.Set("Chur"), PostOfficeBoxNumber: idm.Set(int64(8)),
				}, Contacts: &idm.UserContactsPatch{Telefax: idm.Clear[string]()},
				Validity: &idm.ValidityPatch{From: idm.Set("2020-01-01T00:00:00Z")}, Remarks: idm.Clear[string](),
				Versioned: idm.Versioned{Version: 1},
			})
		},
		updated: idm.User{
			ClientExtID: tenant, LoginID: "newer", UserState: "active", LanguageCode: "FR", IsTechnicalUser: new(true),
			Name: idm.UserName{FirstName: "C", FamilyName: "B"}, Sex: "male", Gender: "male", BirthDate: "1990-01-31",
			Address: idm.UserAddress{
				CountryCode: "CH", City: "Chur", PostalCode: "3000", Addressline1: "1", Addressline2: "2", Street: "s", HouseNumber: "4",
				DwellingNumber: "5", PostOfficeBoxText: "p", PostOfficeBoxNumber: new(int64(8)), Locality: "l",
			},
			Contacts: idm.UserContacts{Telephone: "1", Mobile: "3", Email: "a@acme.example"},
			Validity: idm.Validity{From: "2020-01-01T00:00:00Z", To: "2030-01-01T00:00:00Z"}, ModificationComment: "c",
			Properties: map[string]string{"employeeNumber": "E-9"}, Record: version(2),
		},
		remove: func(ctx context.Context, extID string) error { return api.DeleteUser(ctx, tenant, extID) },
	}))
	if err := api.ArchiveUser(t.Context(), tenant, "u-ben"); err != nil {
		t.Fatal(err)
	}
	if ben, err := api.User(t.Context(), tenant, "u-ben"); err != nil || ben.UserState != "archived" {
		t.Errorf("%v, %v", ben.UserState, err)
	}
	values, err := api.UpdateUserProperties(t.Context(), tenant, "u-anna", map[string]string{"employeeNumber": "E-8"})
	if err != nil || values.Values["employeeNumber"] != "E-8" {
		t.Errorf("%v, %v", values, err)
	}
}

// The error for an operation that the release lacks differs from the error for an object that does
// not exist.
func TestWire_without(t *testing.T) {
	ctx, api := t.Context(), wired(t, "without=roles,users,policies,terms,kerberos")
	for name, err := range map[string]error{
		"read role":       second(api.Role(ctx, "crm-reader")),
		"create role":     second(api.CreateRole(ctx, "crm", idm.RoleInput{Name: idm.Set("x")})),
		"create user":     second(api.CreateUser(ctx, tenant, idm.UserInput{})),
		"update user":     second(api.UpdateUser(ctx, tenant, "u-anna", idm.UserInput{})),
		"archive user":    api.ArchiveUser(ctx, tenant, "u-anna"),
		"delete policy":   api.DeletePolicy(ctx, tenant, "p"),
		"read terms":      second(api.Terms(ctx, "x")),
		"create kerberos": second(api.CreateKerberosCredential(ctx, tenant, "u-anna", idm.KerberosCredentialCreate{})),
	} {
		if !errors.Is(err, idm.ErrNoOperation) || errors.Is(err, idm.ErrNoRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := api.Application(ctx, "none"); errors.Is(err, idm.ErrNoOperation) || !errors.Is(err, idm.ErrNoRecord) {
		t.Errorf("an application that does not exist: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }
