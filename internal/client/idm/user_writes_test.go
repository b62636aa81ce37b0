package idm_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestUserWrites(t *testing.T) {
	create := func(user idm.UserInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) { return api.CreateUser(ctx, "acme", user) }
	}
	update := func(patch idm.UserInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			return api.UpdateUser(ctx, "acme", "u-anna", patch)
		}
	}
	runAll(t, map[string]exchange{
		"create with nothing": {
			call: create(idm.UserInput{}), request: "POST /core/v1/acme/users", body: `{}`,
			status: 201, location: "/core/v1/acme/users/gen-1", want: "gen-1",
		},
		"create with all": {
			call: create(idm.UserInput{
				ExtID: idm.Set("u/1"), LoginID: idm.Set("anna"), UserState: idm.Set("disabled"), LanguageCode: idm.Set("DE"),
				IsTechnicalUser: idm.Set(false),
				Name: &idm.UserNamePatch{
					Title: idm.Set("Dr."), FirstName: idm.Set("Anna"), FamilyName: idm.Set("Berg"),
				}, Sex: idm.Set("female"), Gender: idm.Set("female"), BirthDate: idm.Set("1990-01-31"),
				Address: &idm.UserAddressPatch{
					CountryCode: idm.Set("CH"), City: idm.Set("Bern"), PostalCode: idm.Set("3000"), Addressline1: idm.Set("1"),
					Addressline2: idm.Set("2"), Street: idm.Set("s"),
					HouseNumber:    idm.Set("4"),
					DwellingNumber: idm.Set("5"), PostOfficeBoxText: idm.Set("p"), PostOfficeBoxNumber: idm.Set(int64(0)),
					Locality: idm.Set("l"),
				},
				Contacts: &idm.UserContactsPatch{Telephone: idm.Set("1"), Telefax: idm.Set("2"), Mobile: idm.Set("3"),
					Email: idm.Set("a@acme.example")},
				Validity: &idm.ValidityPatch{
					To: idm.Set("2030-01-01T00:00:00Z"),
				}, Remarks: idm.Set("r"), ModificationComment: idm.Set("c"), Properties: map[string]string{"badge": "7"},
			}),
			request: "POST /core/v1/acme/users",
			body: `{"extId":"u/1","loginId":"anna","userState":"disabled","languageCode":"DE","isTechnicalUser":false,
				"name":{"title":"Dr.","firstName":"Anna","familyName":"Berg"},"sex":"female","gender":"female","birthDate":"1990-01-31",
				"address":{"countryCode":"CH","city":"Bern","postalCode":"3000","addressline1":"1","addressline2":"2","street":"s",
				"houseNumber":"4",
				"dwellingNumber":"5","postOfficeBoxText":"p","postOfficeBoxNumber":0,"locality":"l"},
				"contacts":{"telephone":"1","telefax":"2","mobile":"3","email":"a@acme.example"},"validity":{"to":"2030-01-01T00:00:00Z"},
				"remarks":"r","modificationComment":"c","properties":{"badge":"7"}}`,
			status: 201, location: "/core/v1/acme/users/u%2F1", want: "u/1",
		},
		"update": {
			call: update(idm.UserInput{
				LoginID: idm.Set("anna"), UserState: idm.Set("active"), LanguageCode: idm.Set("DE"),
				Name: &idm.UserNamePatch{Title: idm.Clear[string](), FamilyName: idm.Set("Berg")},
				Sex:  idm.Set("female"), Gender: idm.Set("female"), BirthDate: idm.Clear[string](),
				Address: &idm.UserAddressPatch{
					City: idm.Set("Bern"), PostOfficeBoxNumber: idm.Set(int64(0)), Locality: idm.Clear[string](),
				},
				Contacts: &idm.UserContactsPatch{Mobile: idm.Set("+41")}, Validity: &idm.ValidityPatch{To: idm.Clear[string]()},
				Remarks: idm.Clear[string](), ModificationComment: idm.Set("c"), Versioned: idm.Versioned{Version: 3},
			}),
			request: "PATCH /core/v1/acme/users/u-anna",
			body: `{"loginId":"anna","userState":"active","languageCode":"DE","name":{"title":"","familyName":"Berg"},
				"sex":"female","gender":"female",
				"birthDate":"","address":{"city":"Bern","postOfficeBoxNumber":0,"locality":""},"contacts":{"mobile":"+41"},
				"validity":{"to":""},
				"remarks":"","modificationComment":"c","version":3}`,
			response: userJSON, want: user,
		},
		"update of nothing": {
			call: update(idm.UserInput{}), request: "PATCH /core/v1/acme/users/u-anna", body: `{}`, response: userJSON, want: user,
		},
		"delete": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return nothing(api.DeleteUser(ctx, "acme", "u")) },
			request: "DELETE /core/v1/acme/users/u", status: 204,
		},
		"archive": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.ArchiveUser(ctx, "acme", "u"))
			},
			request: "POST /core/v1/acme/users/u/archive", status: 204,
		},
		"properties": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.UserProperties(ctx, "acme", "u") },
			request: "GET /core/v1/acme/users/u/properties", response: `{"badge":"7","_classifications":{"secret":["badge"]}}`,
			want: idm.Properties{Values: map[string]string{"badge": "7"}, Classifications: map[string][]string{"secret": {"badge"}}},
		},
		"update properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateUserProperties(ctx, "acme", "u", map[string]string{"badge": ""})
			},
			request: "PATCH /core/v1/acme/users/u/properties", body: `{"badge":""}`, response: `{}`, want: idm.Properties{
				Values: map[string]string{},
			},
		},
		"update profile properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateProfileProperties(ctx, "acme", "p", map[string]string{"desk": "1"})
			},
			request: "PATCH /core/v1/acme/profiles/p/properties", body: `{"desk":"1"}`, response: `{"desk":"1"}`,
			want: idm.Properties{Values: map[string]string{"desk": "1"}},
		},
	})
}

// ArchiveUser is retried after a lost response, because it is idempotent.
func TestArchiveUser_repeated(t *testing.T) {
	sent := 0
	api := serveWith(t, rest.Config{MaxRetries: 1}, func(w http.ResponseWriter, _ *http.Request) {
		if sent++; sent == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			io.WriteString(w, "{}")
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	if err := api.ArchiveUser(t.Context(), "acme", "u"); err != nil || sent != 2 {
		t.Errorf("%v after %d requests", err, sent)
	}
}
