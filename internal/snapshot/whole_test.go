package snapshot_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/snapshot"
)

// whole is a tenant with an object of every kind, each with every field that a snapshot takes.
const whole = `{
"clients":[{"extId":"c","name":"C","displayName":{"EN":"Sea","DE":"See"},"remarks":"r","version":3,"created":"2024-01-01T00:00:00Z","lastModified":"2024-01-02T00:00:00Z"}],
"applications":[{"extId":"crm","name":"CRM","displayed":true,"displayName":{"EN":"Customers"},"description":"d","url":"https://crm.example"},
 {"extId":"other","name":"Other","displayed":false}],
"roles":[{"extId":"reader","applicationExtId":"crm","name":"reader","description":"d"},{"extId":"none","applicationExtId":"other","name":"none"}],
"clientApplications":[{"clientExtId":"c","applicationExtId":"crm"}],
"enterpriseRoles":[{"clientExtId":"c","extId":"sales","name":"Sales","description":"d","displayName":{"FR":"Ventes"},"roleExtIds":["none","reader"]}],
"units":[{"clientExtId":"c","extId":"top","name":"Top","state":"active"},
 {"clientExtId":"c","extId":"low","name":"Low","parentUnitExtId":"top","description":"d","location":"Bern","displayName":{"EN":"Low","IT":"Basso"},
  "abbreviation":{"EN":"L"},"profileless":true,"state":"disabled","validity":{"from":"2024-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"},"modificationComment":"m","version":7}],
"users":[{"clientExtId":"c","extId":"u","userState":"disabled","loginId":"ann","languageCode":"DE","isTechnicalUser":true,
  "name":{"title":"Dr","firstName":"Ann","familyName":"Ash"},"sex":"female","gender":"female","birthDate":"1980-02-03",
  "address":{"countryCode":"CH","city":"Bern","postalCode":"3000","addressline1":"a","addressline2":"b","street":"s","houseNumber":"1",
   "dwellingNumber":"2","postOfficeBoxText":"p","locality":"l","postOfficeBoxNumber":5},
  "contacts":{"telephone":"1","telefax":"2","mobile":"3","email":"a@b.example"},"validity":{"from":"2024-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"},
  "remarks":"r","modificationComment":"m","properties":{"nick":"A"},"lastSuccessfulLoginDate":"2025-01-01T00:00:00Z","lastFailedLoginDate":"2025-01-02T00:00:00Z"}],
"profiles":[{"clientExtId":"c","extId":"p","userExtId":"u","unitExtId":"low","name":"P","profileState":"disabled","isDefaultProfile":true,"remarks":"r",
  "modificationComment":"m","validity":{"to":"2030-01-01T00:00:00Z"}},
 {"clientExtId":"c","extId":"q","userExtId":"u","unitExtId":"top","deputedProfileExtId":"p"}],
"authorizations":[{"clientExtId":"c","extId":"a","profileExtId":"p","roleExtId":"reader","clientGlobal":true,"unitGlobal":true,"appGlobal":true,
  "enterpriseRoleGlobal":true,"validity":{"from":"2024-01-01T00:00:00Z"}}],
"enterpriseAuthorizations":[{"clientExtId":"c","extId":"e","profileExtId":"p","enterpriseRoleExtId":"sales","validity":{"from":"2024-01-01T00:00:00Z"}}],
"propertyDefinitions":[
 {"clientExtId":"c","propertyId":1,"name":"nick","scope":"onUserGlobal","type":"String","description":"d","stringMaxLen":9,"stringRegex":"[A-Z]","encrypted":false,
  "propagated":true,"mandatoryOnGui":true,"accessCreate":"READ_WRITE","accessModify":"READ_ONLY","uniquenessScope":"NONE","guiPrecedence":4,
  "displayName":{"EN":"Nick"},"displaynameDictEntryId":12,"propertyAllowedValues":[{"propertyAllowedValId":1,"value":"A"}]},
 {"clientExtId":"c","propertyId":2,"name":"head","scope":"onUnitGlobal"},
 {"clientExtId":"c","propertyId":3,"name":"desk","scope":"onProfileGlobal"},
 {"clientExtId":"c","propertyId":4,"name":"tier","scope":"onEnterpriseRoleGlobal"},
 {"clientExtId":"c","propertyId":5,"name":"region","scope":"onProfileForApp","applicationExtId":"crm"},
 {"clientExtId":"c","propertyId":6,"name":"colour","scope":"onCredentialGenericGlobal"}],
"properties":[{"clientExtId":"c","ownerType":"unit","ownerExtId":"low","values":{"head":"h"}},{"clientExtId":"c","ownerType":"profile","ownerExtId":"p","values":{"desk":"d"}},
 {"clientExtId":"c","ownerType":"enterpriseRole","ownerExtId":"sales","values":{"tier":"t"}},
 {"clientExtId":"c","ownerType":"authorization","profileExtId":"p","ownerExtId":"a","values":{"region":"r"}}],
"policies":[{"clientExtId":"c","extId":"pol","policyType":"PwdPolicy","name":"P","description":"d","defaultPolicy":true,"parameters":{"a":"1"}}],
"terms":[{"extId":"t","name":"T","active":true,"silentAcceptance":true,"termsVersion":"2","urls":{"EN":"https://t.example"},"applicationExtIds":["crm"]}],
"consents":[{"clientExtId":"c","userExtId":"u","termsExtId":"t","termsVersion":"2","acceptanceDate":"2025-01-01T00:00:00Z"}],
"credentials":[
 {"clientExtId":"c","userExtId":"u","extId":"k1","type":"Kerberos","kerberosId":"ann@C","policyExtId":"pol","stateName":"disabled","stateChangeReason":"r",
  "stateChangeDetail":"d","modificationComment":"m","validity":{"to":"2030-01-01T00:00:00Z"},"createdBy":"C/x","modifiedBy":"C/y",
  "lastChangeDate":"2025-01-01T00:00:00Z","lastSuccessfulLoginDate":"2025-01-01T00:00:00Z","successfulLoginCount":2,
  "lastFailedLoginDate":"2025-01-02T00:00:00Z","failedLoginCount":1,"resetCount":1},
 {"clientExtId":"c","userExtId":"u","extId":"k2","type":"SAML Federation","subjectNameId":"a","subjectNameIdFormat":"b","issuerNameId":"c","issuerNameIdFormat":"d"},
 {"clientExtId":"c","userExtId":"u","extId":"k3","type":"Generic","identification":"i","properties":{"colour":"blue"}},
 {"clientExtId":"c","userExtId":"u","extId":"k4","type":"CERTIFICATE","certificate":"PEM","subject":"s","issuer":"i","fingerprint":"f","serialNumber":"1"},
 {"clientExtId":"c","userExtId":"u","extId":"k5","type":"ContextPassword","context":"x"},
 {"clientExtId":"c","userExtId":"u","extId":"k6","type":"MobileSignature","identificator":"i","msspIdentifier":"m","msisdn":"1","signerCert":"PEM"}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`

// answered are the types of what the service answers, by the array of the seed. What the service
// computes, and what the path or the caller decides, is in no seed.
var answered = map[string]struct {
	of       reflect.Type
	computed string
}{
	"clients": {reflect.TypeFor[idm.Client](), ""}, "units": {reflect.TypeFor[idm.Unit](), "hierarchicalName"},
	"users": {reflect.TypeFor[idm.User](), "classifications"}, "profiles": {reflect.TypeFor[idm.Profile](), ""},
	"authorizations": {reflect.TypeFor[idm.Authorization](), ""}, "enterpriseAuthorizations": {reflect.TypeFor[idm.EnterpriseAuthorization](), ""},
	"applications": {reflect.TypeFor[idm.Application](), ""}, "roles": {reflect.TypeFor[idm.Role](), "applicationName"},
	"enterpriseRoles": {reflect.TypeFor[idm.EnterpriseRole](), ""}, "policies": {reflect.TypeFor[idm.Policy](), ""},
	"propertyDefinitions": {reflect.TypeFor[idm.PropertyDefinition](), ""}, "terms": {reflect.TypeFor[idm.Terms](), ""},
	"consents": {reflect.TypeFor[idm.Consent](), ""}, "credentials": {reflect.TypeFor[idm.Credential](), ""},
}

// A copy of a tenant that has everything has everything, to the last field.
func TestTake_everyField(t *testing.T) {
	var written map[string][]map[string]any
	if err := json.Unmarshal([]byte(whole), &written); err != nil {
		t.Fatal(err)
	}
	for _, array := range []string{"applications", "roles", "enterpriseRoles", "units", "users", "profiles", "authorizations",
		"enterpriseAuthorizations", "policies", "terms", "credentials"} {
		for _, e := range written[array] {
			e["created"], e["lastModified"] = "2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"
		}
	}
	tenant, err := json.Marshal(written)
	if err != nil {
		t.Fatal(err)
	}
	for array, a := range answered {
		for field := range a.of.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" || strings.Contains(a.computed, name) || field.Anonymous {
				continue
			}
			has := false
			for _, e := range written[array] {
				has = has || e[name] != nil
			}
			if !has {
				t.Errorf("no element of %s has %s", array, name)
			}
		}
	}
	taken := take(t, service(t, tenant, "admin", nil, "later-releases"), snapshot.Options{Client: "c", Credentials: true})
	taken.AllowCaller("admin", []string{"*"}, []string{"*"})
	if diff := cmp.Diff(stateOf(t, tenant), stateOf(t, seed(t, taken))); diff != "" || len(taken.Missing) > 0 || taken.Withheld > 0 {
		t.Errorf("the copy (-tenant +copy):\n%s\nmissing %+v, %d values withheld", diff, taken.Missing, taken.Withheld)
	}
}

// stateOf is what the simulator holds when it starts with a seed, but for who may call it.
func stateOf(t *testing.T, seed []byte) map[string]any {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: seed, Quirks: []string{"later-releases"}})
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(server.State()))
	decoder.UseNumber()
	var state map[string]any
	if err := decoder.Decode(&state); err != nil {
		t.Fatal(err)
	}
	delete(state, "callers")
	delete(state, "snapshot")
	return state
}
