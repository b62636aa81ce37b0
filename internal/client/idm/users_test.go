package idm_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Both names of the classifications are read.
func TestUser_classifications(t *testing.T) {
	for _, name := range []string{"classifications", "_classifications"} {
		var user idm.User
		if err := json.Unmarshal([]byte(`{"extId":"u","`+name+`":{"secret":["contacts.mobile"]}}`), &user); err != nil ||
			user.ExtID != "u" || len(user.Classifications["secret"]) != 1 {
			t.Errorf("%s: %+v, %v", name, user, err)
		}
	}
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
