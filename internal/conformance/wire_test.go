package conformance_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const tenant = "acme"

// wired returns the typed API in front of a simulator of the demo tenant.
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

// object is what the life of an object on the wire is made of.
type object[T any] struct {
	create func(ctx context.Context) (string, error)
	read   func(ctx context.Context, extID string) (T, error)
	// made is what a read shows after the create, apart from its external id and what the service
	// keeps itself.
	made T
	// update sends every field, clear empties those that can be empty.
	update, clear func(ctx context.Context, extID string) (T, error)
	// updated and cleared are their answers.
	updated, cleared T
	remove           func(ctx context.Context, extID string) error
}

// live takes an object through its life: both readings of the reference, the client's and the
// simulator's, must agree on every field.
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

// kept are fields that the service fills by itself.
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
				return api.CreateApplication(ctx, idm.ApplicationCreate{
					ExtID: "a/1", Name: "App", Description: "d", URL: "https://a.example", Displayed: new(true), DisplayName: idm.Localized{
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
				return api.UpdateApplication(ctx, extID, idm.ApplicationPatch{
					Name: idm.Set("Ap"), Description: idm.Set("e"), URL: idm.Set("https://b.example"),
					Displayed: idm.Set(false), DisplayName: idm.Localized{
						"EN": "",
					}, Version: 1,
				})
			},
			updated: idm.Application{
				Name: "Ap", Description: "e", URL: "https://b.example", Displayed: new(false), DisplayName: idm.Localized{
					"IT": "Applicazione",
				}, Record: version(2),
			},
			clear: func(ctx context.Context, extID string) (idm.Application, error) {
				return api.UpdateApplication(ctx, extID, idm.ApplicationPatch{
					Description: idm.Clear[string](), URL: idm.Clear[string](), DisplayName: idm.Localized{"IT": ""},
				})
			},
			cleared: idm.Application{Name: "Ap", Displayed: new(false), Record: version(3)},
			remove:  api.DeleteApplication,
		}))
		t.Run("role", live(object[idm.Role]{
			create: func(ctx context.Context) (string, error) {
				return api.CreateRole(ctx, "crm", idm.RoleCreate{ExtID: "r/1", Name: "Role", Description: "d"})
			},
			read: api.Role,
			made: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Role", Description: "d", Record: version(1)},
			update: func(ctx context.Context, extID string) (idm.Role, error) {
				return api.UpdateRole(ctx, extID, idm.RolePatch{Name: idm.Set("Ro"), Description: idm.Set("e"), Version: 1})
			},
			updated: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Ro", Description: "e", Record: version(2)},
			clear: func(ctx context.Context, extID string) (idm.Role, error) {
				return api.UpdateRole(ctx, extID, idm.RolePatch{Description: idm.Clear[string]()})
			},
			cleared: idm.Role{ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Ro", Record: version(3)},
			remove:  api.DeleteRole,
		}))
		t.Run("enterprise role", live(object[idm.EnterpriseRole]{
			create: func(ctx context.Context) (string, error) {
				return api.CreateEnterpriseRole(ctx, tenant, idm.EnterpriseRoleCreate{
					ExtID: "e/1", Name: "Er", Description: "d", DisplayName: idm.Localized{"FR": "F"},
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
				return api.UpdateEnterpriseRole(ctx, tenant, extID, idm.EnterpriseRolePatch{
					Name: idm.Set("Es"), Description: idm.Clear[string](), DisplayName: idm.Localized{"FR": ""}, Version: 1,
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
			return api.CreateUser(ctx, tenant, idm.UserCreate{
				ExtID: "u/1", LoginID: "new", UserState: "disabled", LanguageCode: "DE", IsTechnicalUser: new(true),
				Name: &idm.UserName{Title: "Dr.", FirstName: "A", FamilyName: "B"}, Sex: "male", Gender: "male", BirthDate: "1990-01-31",
				Address: &idm.UserAddress{
					CountryCode: "CH", City: "Bern", PostalCode: "3000", Addressline1: "1", Addressline2: "2", Street: "s",
					HouseNumber:    "4",
					DwellingNumber: "5", PostOfficeBoxText: "p", PostOfficeBoxNumber: new(int64(7)), Locality: "l",
				},
				Contacts: &idm.UserContacts{Telephone: "1", Telefax: "2", Mobile: "3", Email: "a@acme.example"},
				Validity: &idm.Validity{
					To: "2030-01-01T00:00:00Z",
				}, Remarks: "r", ModificationComment: "c", Properties: map[string]string{"employeeNumber": "E-9"},
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
			return api.UpdateUser(ctx, tenant, extID, idm.UserPatch{
				LoginID: idm.Set("newer"), UserState: idm.Set("active"), LanguageCode: idm.Set("FR"), Name: &idm.UserNamePatch{
					Title: idm.Clear[string](), FirstName: idm.Set("C"),
				},
				Address: &idm.UserAddressPatch{
					City: idm.Set("Chur"), PostOfficeBoxNumber: idm.Set(int64(8)),
				}, Contacts: &idm.UserContactsPatch{Telefax: idm.Clear[string]()},
				Validity: &idm.ValidityPatch{From: idm.Set("2020-01-01T00:00:00Z")}, Remarks: idm.Clear[string](), Version: 1,
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

func TestWire_policiesDefinitionsTermsClients(t *testing.T) {
	api := wired(t, "later-releases")
	t.Run("policy", live(object[idm.Policy]{
		create: func(ctx context.Context) (string, error) {
			return api.CreatePolicy(ctx, tenant, idm.PolicyCreate{
				ExtID: "p/1", PolicyType: "PUKPolicy", Name: "n", Description: "d", DefaultPolicy: new(true), Parameters: idm.Parameters{
					"maxResetCount": "3", "x": "y",
				},
			})
		},
		read: func(ctx context.Context, extID string) (idm.Policy, error) { return api.Policy(ctx, tenant, extID) },
		made: idm.Policy{
			ClientExtID: tenant, PolicyType: "PUKPolicy", Name: "n", Description: "d", DefaultPolicy: new(true),
			Parameters: idm.Parameters{"maxResetCount": "3", "x": "y"}, Record: version(1),
		},
		update: func(ctx context.Context, extID string) (idm.Policy, error) {
			return api.UpdatePolicy(ctx, tenant, extID, idm.PolicyPatch{
				Name: idm.Set("m"), DefaultPolicy: idm.Set(false), Parameters: idm.Set(idm.Parameters{"x": "z"}), Version: 1,
			})
		},
		updated: idm.Policy{
			ClientExtID: tenant, PolicyType: "PUKPolicy", Name: "m", Description: "d", DefaultPolicy: new(false),
			Parameters: idm.Parameters{
				"x": "z",
			}, Record: version(2),
		},
		clear: func(ctx context.Context, extID string) (idm.Policy, error) {
			return api.UpdatePolicy(ctx, tenant, extID, idm.PolicyPatch{
				Name: idm.Clear[string](), Description: idm.Clear[string](), Parameters: idm.Set(idm.Parameters{}),
			})
		},
		cleared: idm.Policy{ClientExtID: tenant, PolicyType: "PUKPolicy", DefaultPolicy: new(false), Record: version(3)},
		remove:  func(ctx context.Context, extID string) error { return api.DeletePolicy(ctx, tenant, extID) },
	}))
	t.Run("terms", live(object[idm.Terms]{
		create: func(ctx context.Context) (string, error) {
			return api.CreateTerms(ctx, idm.TermsCreate{
				Name: "n", Active: new(true), SilentAcceptance: new(true), TermsVersion: "1", URLs: map[string]string{
					"EN": "https://x.example",
				},
			})
		},
		read: api.Terms,
		made: idm.Terms{
			Name: "n", Active: new(true), SilentAcceptance: new(true), TermsVersion: "1", URLs: map[string]string{
				"EN": "https://x.example",
			}, Record: version(1),
		},
		update: func(ctx context.Context, extID string) (idm.Terms, error) {
			return api.UpdateTerms(ctx, extID, idm.TermsPatch{
				Name: idm.Set("m"), Active: idm.Set(false), TermsVersion: idm.Set("2"), URLs: idm.Set(map[string]string{
					"DE": "https://y.example",
				}), Version: 1,
			})
		},
		updated: idm.Terms{
			Name: "m", Active: new(false), SilentAcceptance: new(true), TermsVersion: "2", URLs: map[string]string{
				"DE": "https://y.example",
			}, Record: version(2),
		},
		clear: func(ctx context.Context, extID string) (idm.Terms, error) {
			return api.UpdateTerms(ctx, extID, idm.TermsPatch{URLs: idm.Set(map[string]string{})})
		},
		cleared: idm.Terms{Name: "m", Active: new(false), SilentAcceptance: new(true), TermsVersion: "2", Record: version(3)},
	}))
	t.Run("client", live(object[idm.Client]{
		create: func(ctx context.Context) (string, error) {
			extID, defaults, err := api.CreateClient(ctx, idm.ClientCreate{
				ExtID: "c/1", Name: "New", DisplayName: idm.Localized{"EN": "N"}, Remarks: "r",
			})
			if err == nil {
				_, err = api.Unit(ctx, extID, defaults.UnitExtID)
			}
			return extID, err
		},
		read: api.Client,
		made: idm.Client{Name: "New", DisplayName: idm.Localized{"EN": "N"}, Remarks: "r", Record: version(1)},
		update: func(ctx context.Context, extID string) (idm.Client, error) {
			return api.UpdateClient(ctx, extID, idm.ClientPatch{
				Name: idm.Set("Newer"), DisplayName: idm.Localized{"EN": "", "DE": "N"}, Remarks: idm.Clear[string](),
			})
		},
		updated: idm.Client{Name: "Newer", DisplayName: idm.Localized{"DE": "N"}, Record: version(2)},
		remove:  api.DeleteClient,
	}))
}

func TestWire_propertyDefinitions(t *testing.T) {
	ctx, api := t.Context(), wired(t)
	id, err := api.CreatePropertyDefinition(ctx, idm.PropertyDefinitionCreate{
		Name: "colour", Description: "d", Type: "Enum", Scope: "onProfileForApp", ClientExtID: tenant, ApplicationExtID: "crm",
		Encrypted: new(true), Propagated: new(true),
		MandatoryOnGUI: new(true), AccessCreate: "READ_ONLY", AccessModify: "OFF", UniquenessScope: "NONE",
		GUIPrecedence: new(int64(3)),
		DisplayName:   idm.Localized{"EN": "Colour"}, AllowedValues: []idm.AllowedValueInput{{Value: "red"}, {Value: "blue"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := idm.PropertyDefinition{
		PropertyID: id, Name: "colour", Description: "d", Type: "Enum", Scope: "onProfileForApp", ClientExtID: tenant,
		ApplicationExtID: "crm",
		Encrypted:        new(true),
		Propagated:       new(true), MandatoryOnGUI: new(true), AccessCreate: "READ_ONLY", AccessModify: "OFF", UniquenessScope: "NONE",
		GUIPrecedence: new(int64(3)),
		DisplayName:   idm.Localized{"EN": "Colour"}, AllowedValues: []idm.AllowedValue{{ID: 1, Value: "red"}, {ID: 2, Value: "blue"}},
	}
	check := func(what string, got idm.PropertyDefinition, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%s: %v\n%s", what, err, diff)
		}
	}
	got, err := api.PropertyDefinition(ctx, id)
	check("read", got, err)
	for got, err = range api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{
		Scope: want.Scope, Type: want.Type, ClientExtID: tenant, ApplicationExtID: "crm", Name: "COL",
	}) {
		check("search", got, err)
	}
	got, err = api.UpdatePropertyDefinition(ctx, id, idm.PropertyDefinitionPatch{
		Description: idm.Clear[string](), Encrypted: idm.Set(false), AccessModify: idm.Set("READ_WRITE"), DisplayName: idm.Localized{
			"EN": "",
		},
		AllowedValues: idm.Set([]idm.AllowedValueInput{{ID: 2, Value: "navy"}, {Value: "green"}}),
	})
	want.Description, want.Encrypted, want.AccessModify, want.DisplayName = "", new(false), "READ_WRITE", nil
	want.AllowedValues = []idm.AllowedValue{{ID: 2, Value: "navy"}, {ID: 3, Value: "green"}}
	check("update", got, err)
	if err := api.DeletePropertyDefinition(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := api.PropertyDefinition(ctx, id); !errors.Is(err, idm.ErrNoRecord) {
		t.Errorf("after the delete: %v", err)
	}
}

func TestWire_credentials(t *testing.T) {
	const user = "u-ben"
	disable := idm.CredentialPatch{StateName: idm.Set("disabled"), ModificationComment: idm.Set("c"), Version: 1}
	type (
		read   = func(context.Context, string, string, string) (idm.Credential, error)
		update = func(context.Context, string, string, string, idm.CredentialPatch) (idm.Credential, error)
		remove = func(context.Context, string, string, string) error
	)
	life := func(made idm.Credential, create func(context.Context) (string, error), r read, u update, d remove) func(*testing.T) {
		made.UserExtID, made.StateName, made.Record = user, "active", version(1)
		updated := made
		updated.StateName, updated.ModificationComment, updated.Record = "disabled", "c", version(2)
		return live(object[idm.Credential]{
			create: create, made: made, updated: updated,
			read: func(ctx context.Context, extID string) (idm.Credential, error) { return r(ctx, tenant, user, extID) },
			update: func(ctx context.Context, extID string) (idm.Credential, error) {
				return u(ctx, tenant, user, extID, disable)
			},
			remove: func(ctx context.Context, extID string) error { return d(ctx, tenant, user, extID) },
		})
	}
	for _, quirks := range [][]string{nil, {"later-releases"}, {"slash-strict"}} {
		api := wired(t, quirks...)
		t.Run("context password", life(idm.Credential{Type: "ContextPassword", Context: "vpn"}, func(ctx context.Context) (string, error) {
			extID, _, err := api.CreateContextPassword(ctx, tenant, user, idm.ContextPasswordCreate{
				ExtID: "c/1", Context: "vpn", Password: "long-enough", StateName: "active",
			})
			if err == nil {
				err = api.ChangeContextPassword(ctx, tenant, "u-anna", "cred-anna-context", idm.PasswordChange{
					NewPassword: "long-enough-too",
				})
			}
			return extID, err
		}, api.ContextPassword, api.UpdateContextPassword, api.DeleteContextPassword))
		t.Run("device password", life(idm.Credential{Type: "DevicePassword"}, func(ctx context.Context) (string, error) {
			extID, secret, err := api.CreateDevicePassword(ctx, tenant, user, idm.DevicePasswordCreate{ExtID: "d/1", StateName: "active"})
			if len(secret.Reveal()) != 64 {
				return "", errors.Join(err, errors.New("no generated password"))
			}
			return extID, err
		}, api.DevicePassword, api.UpdateDevicePassword, api.DeleteDevicePassword))
		t.Run("kerberos", life(idm.Credential{Type: "Kerberos", KerberosID: "ben@NEW"}, func(ctx context.Context) (string, error) {
			return api.CreateKerberosCredential(ctx, tenant, user, idm.KerberosCredentialCreate{
				ExtID: "k/1", KerberosID: "ben@NEW", StateName: "active",
			})
		}, api.KerberosCredential, api.UpdateKerberosCredential, api.DeleteKerberosCredential))
		t.Run("saml", life(idm.Credential{
			Type: "SAML Federation", SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d",
		}, func(ctx context.Context) (string, error) {
			return api.CreateSAMLCredential(ctx, tenant, user, idm.SAMLCredentialCreate{
				ExtID: "s/1", SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d",
			})
		}, api.SAMLCredential, api.UpdateSAMLCredential, api.DeleteSAMLCredential))
		t.Run("generic", life(idm.Credential{
			Type: "Generic", Identification: "badge", Validity: idm.Validity{To: "2030-01-01T00:00:00Z"},
		}, func(ctx context.Context) (string, error) {
			return api.CreateGenericCredential(ctx, tenant, user, idm.GenericCredentialCreate{
				ExtID: "g/1", Identification: "badge", Validity: &idm.Validity{To: "2030-01-01T00:00:00Z"}, StateName: "active",
			})
		}, api.GenericCredential, api.UpdateGenericCredential, api.DeleteGenericCredential))
		certificate := selfSigned(t)
		t.Run("certificate", life(idm.Credential{
			Type: "CERTIFICATE", CertificatePEM: certificate, Subject: "SERIALNUMBER=1", Issuer: "SERIALNUMBER=1", SerialNumber: "1",
		}, func(ctx context.Context) (string, error) {
			return api.CreateCertificate(ctx, tenant, user, idm.CertificateCreate{
				ExtID: "x/1", CertificatePEM: certificate, StateName: "active",
			})
		}, api.Certificate, api.UpdateCertificate, api.DeleteCertificate))
		t.Run("password", life(idm.Credential{Type: "PASSWORD"}, func(ctx context.Context) (string, error) {
			if err := api.DeletePassword(ctx, tenant, user); err != nil {
				return "", err
			}
			_, err := api.CreatePassword(ctx, tenant, user, idm.PasswordCreate{Password: "long-enough", StateName: "active"})
			return "the only one", err
		}, func(ctx context.Context, client, user, _ string) (idm.Credential, error) {
			return api.Password(ctx, client, user)
		},
			func(ctx context.Context, client, user, _ string, patch idm.CredentialPatch) (idm.Credential, error) {
				return api.UpdatePassword(ctx, client, user, patch)
			},
			func(ctx context.Context, client, user, _ string) error { return api.DeletePassword(ctx, client, user) }))
	}
}

func selfSigned(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	template.Subject.SerialNumber = "1"
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// A release without an operation differs from an object that does not exist.
func TestWire_without(t *testing.T) {
	ctx, api := t.Context(), wired(t, "without=roles,users,policies,terms,kerberos")
	for name, err := range map[string]error{
		"read role":       second(api.Role(ctx, "crm-reader")),
		"create role":     second(api.CreateRole(ctx, "crm", idm.RoleCreate{Name: "x"})),
		"create user":     second(api.CreateUser(ctx, tenant, idm.UserCreate{})),
		"update user":     second(api.UpdateUser(ctx, tenant, "u-anna", idm.UserPatch{})),
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
