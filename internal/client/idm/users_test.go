package idm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

const userJSON = `{"extId":"u-anna","clientExtId":"acme","userState":"active","loginId":"anna","languageCode":"DE","isTechnicalUser":false,
	"name":{"title":"Dr.","firstName":"Anna","familyName":"Berg"},"sex":"female","gender":"female","birthDate":"1990-01-31",
	"address":{"countryCode":"CH","city":"Bern","postalCode":"3000","postOfficeBoxNumber":12,"locality":null},
	"contacts":{"mobile":"+41","email":"anna@acme.example"},"validity":{"from":"2023-01-01T00:00:00Z"},"remarks":"r",
	"properties":{"badge":"7"},"_classifications":{"secret":["contacts.mobile"]},"lastSuccessfulLoginDate":"2024-01-01T00:00:00Z",` +
	recordJSON + `}`

var user = idm.User{
	ExtID: "u-anna", ClientExtID: "acme", UserState: "active", LoginID: "anna", LanguageCode: "DE", IsTechnicalUser: new(false),
	Name: idm.UserName{Title: "Dr.", FirstName: "Anna", FamilyName: "Berg"}, Sex: "female", Gender: "female", BirthDate: "1990-01-31",
	Address:  idm.UserAddress{CountryCode: "CH", City: "Bern", PostalCode: "3000", PostOfficeBoxNumber: new(int64(12))},
	Contacts: idm.UserContacts{Mobile: "+41", Email: "anna@acme.example"}, Validity: idm.Validity{From: "2023-01-01T00:00:00Z"},
	Remarks: "r", Properties: map[string]string{"badge": "7"}, Classifications: map[string][]string{"secret": {"contacts.mobile"}},
	LastSuccessfulLoginDate: "2024-01-01T00:00:00Z", Record: record,
}

func TestUsers(t *testing.T) {
	everything := idm.UserQuery{
		Filters: []idm.Filter{
			{Name: "loginId", Match: idm.StartsWith, Value: "an"}, {Name: "extId", Match: idm.EqualFold, Value: "U-ANNA"},
			{Name: "address.city", Value: "La Chaux"},
		},
		Properties: map[string]string{"cost center": "4 2"}, SortBy: "name.familyName", Descending: new(true), Limit: 10, ReturnTotal: true,
	}
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UserOps.Get(ctx, api, idm.In("acme"), "u-anna")
			},
			request: "GET /core/v1/acme/users/u-anna", response: userJSON, want: user,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.Users(ctx, "acme", everything))
			},
			request: "GET " +
				"/core/v1/clients/acme/users?address.city=La+Chaux&extId_IEQ=U-ANNA&limit=10&loginId_SW=an&property.cost+center=4+2&returnTotalResultCount=true&sortBy=name.familyName_DESC",
			response: `{"items":[` + userJSON + `]}`, want: []idm.User{user},
		},
		"list, ascending": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.Users(ctx, "acme", idm.UserQuery{SortBy: "created", Descending: new(false)}))
			},
			request: "GET /core/v1/clients/acme/users?sortBy=created_ASC", response: `{"items":[]}`, want: []idm.User(nil),
		},
		"count": {
			call: func(ctx context.Context, api *idm.API) (any, error) { return api.UserCount(ctx, "acme", everything) },
			request: "GET /core/v1/clients/acme/users/count/" +
				"?address.city=La+Chaux&extId_IEQ=U-ANNA&loginId_SW=an&property.cost+center=4+2",
			response: `{"count":41}`, want: int64(41),
		},
		"by login id": {
			call:     func(ctx context.Context, api *idm.API) (any, error) { return api.UserByLoginID(ctx, "acme", "anna") },
			request:  "GET /core/v1/clients/acme/users?loginId=anna",
			response: `{"items":[{"extId":"u-2","loginId":"annabelle"},` + userJSON + `]}`, want: user,
		},
	})
}

func TestUserByLoginID_none(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 200, `{"items":[{"extId":"u-2","loginId":"Anna"}]}`)
	})
	_, err := api.UserByLoginID(t.Context(), "acme", "anna")
	if missing, ok := errors.AsType[*idm.NotFoundError](err); !ok || missing.Value != "anna" {
		t.Errorf("UserByLoginID() = %v, want a NotFoundError", err)
	}
}

func TestUsers_pages(t *testing.T) {
	var queries []string
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.URL.RawQuery)
		if r.URL.Query().Get("continuationToken") == "" {
			reply(w, 200, `{"items":[{"extId":"a"}],"_pagination":{"continuationToken":"1_a","totalResult":2},`+
				`"_classifications":{"secret":["name"]}}`)
			return
		}
		reply(w, 200, `{"items":[{"extId":"b"}],"_pagination":{"continuationToken":null}}`)
	})
	var info rest.ListInfo
	got, err := collect(api.Users(t.Context(), "acme", idm.UserQuery{Limit: 1, Info: &info, ReturnTotal: true}))
	if err != nil || len(got) != 2 || info.Total == nil || *info.Total != 2 || len(info.Classifications) != 1 {
		t.Errorf("Users() = %v, %v, info %v", got, err, info)
	}
	want := []string{"limit=1&returnTotalResultCount=true", "continuationToken=1_a&limit=1&returnTotalResultCount=true"}
	if diff := cmp.Diff(want, queries); diff != "" {
		t.Errorf("queries\n%s", diff)
	}
}

func TestUsers_wrongQueries(t *testing.T) {
	api := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	for name, query := range map[string]idm.UserQuery{
		"filter":     {Filters: []idm.Filter{{Name: "shoeSize", Value: "42"}}},
		"suffix":     {Filters: []idm.Filter{{Name: "remarks", Match: idm.StartsWith, Value: "x"}}},
		"comparison": {Filters: []idm.Filter{{Name: "extId", Match: "_LIKE", Value: "x"}}},
		"sort":       {SortBy: "sex"},
	} {
		_, err := collect(api.Users(t.Context(), "acme", query))
		if _, ok := errors.AsType[*idm.QueryError](err); !ok {
			t.Errorf("%s: Users() = %v, want a QueryError", name, err)
		}
		if _, err := api.UserCount(t.Context(), "acme", query); err == nil {
			t.Errorf("%s: UserCount() accepts it", name)
		}
	}
}

func TestUserAttributes(t *testing.T) {
	if len(idm.UserFilters) != 33 || len(idm.UserSortKeys) != 28 {
		t.Errorf("%d filters and %d sort keys, the reference has 33 and 28", len(idm.UserFilters), len(idm.UserSortKeys))
	}
	for _, key := range append(slices.Clone(idm.UserSortKeys), idm.UserSuffixFilters...) {
		if !slices.Contains(idm.UserFilters, key) {
			t.Errorf("%q is no filter", key)
		}
	}
}

func TestUserCredentials(t *testing.T) {
	runAll(t, map[string]exchange{"list": {
		call: func(ctx context.Context, api *idm.API) (any, error) {
			return collect(api.UserCredentials(ctx, "acme", "u-anna"))
		},
		request: "GET /core/v1/acme/users/u-anna/credentials",
		response: `{"items":[
			{"type":"PASSWORD","extId":"c-1","stateName":"TMP_LOCKED","createdBy":"acme/admin","failedLoginCount":2,"resetCount":0,` +
			recordJSON + `},
			{"type":"DevicePassword","devicePassword":"{SHA-256}hash","stateName":"active","validity":{"to":"t"}},
			{"type":"OTP Card","otp":"3|4|0|card","stateName":"fail-locked"},
			{"type":"Vasco","vascoTokens":[{"authMode":"RO","data":"ZGF0YQ=="}]},
			{"type":"FIDO2","aaguid":"ag","rpId":"idm.example","residentKeyRequirement":"required"},
			{"type":"FIDO UAF","aaid":"aa","signCounter":9,"authenticatorVersion":"1.2"},
			{"type":"CERTIFICATE","certificate":"-----BEGIN"},{"type":"Generic","properties":{"a":"b"}}]}`,
		want: []idm.Credential{
			{
				Type: "PASSWORD", ExtID: "c-1", StateName: "tmp-locked", CreatedBy: "acme/admin", Record: record,
				LoginStatistics: idm.LoginStatistics{FailedLoginCount: new(int64(2)), ResetCount: new(int64(0))},
			},
			{Type: "DevicePassword", StateName: "active", Validity: idm.Validity{To: "t"},
				CredentialSecrets: idm.CredentialSecrets{DevicePassword: "{SHA-256}hash"}},
			{Type: "OTP Card", StateName: "fail-locked", CredentialSecrets: idm.CredentialSecrets{OTP: "3|4|0|card"}},
			{Type: "Vasco", CredentialSecrets: idm.CredentialSecrets{VascoTokens: []idm.VascoToken{{AuthMode: "RO", Data: "ZGF0YQ=="}}}},
			{Type: "FIDO2", FIDO2: idm.FIDO2{AAGUID: "ag", RPID: "idm.example", ResidentKeyRequirement: "required"}},
			{Type: "FIDO UAF", FIDOUAF: idm.FIDOUAF{AAID: "aa", SignCounter: new(int64(9)), AuthenticatorVersion: "1.2"}},
			{Type: "CERTIFICATE", CertificatePEM: "-----BEGIN"},
			{Type: "Generic", Properties: map[string]string{"a": "b"}},
		},
	}})
}

func TestUserCredentials_withoutRight(t *testing.T) {
	for _, status := range []int{403, 404} {
		api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"AccessControl.CredentialSearch"}]}`)
		})
		_, err := collect(api.UserCredentials(t.Context(), "acme", "u"))
		if !errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrNoRecord) {
			t.Errorf("status %d: %v, want ErrForbidden", status, err)
		}
	}
}
