package properties_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// owners are the objects with properties: the arguments that identify one in a configuration, the
// path of its properties, and two of them, of which the first accepts the values one and two.
var owners = map[string]map[string]string{
	"unit": {
		"setup": `POST units/ {"extId":"owner","profileless":false}`, "key": `unit_ext_id = "owner"`,
		"id":     "acme/owner",
		"object": "units/owner", "fix": fixed("102"), "path": "units/owner/properties/", "first": "costCenter", "second": "phone",
		"itself": "ext_id = \"owner\"\n    profileless = false", "change": `description = "changed"`,
	},
	"authorization": {
		"setup": `POST users/u-ben/profiles {"extId":"owner"}
POST profiles/owner/authorizations/ {"extId":"grant","roleExtId":"crm-reader"}`,
		"key": "profile_ext_id = \"owner\"\n    authorization_ext_id = \"grant\"", "id": "acme/owner/grant",
		"object": "profiles/owner/authorizations/grant", "fix": fixed("106") + "\n" + fixed("107"),
		"path":  "profiles/owner/authorizations/grant/properties",
		"first": "region", "second": "limit", "one": "EMEA", "two": "APAC",
		"itself": "profile_ext_id = \"owner\"\n    ext_id = \"grant\"\n    role_ext_id = \"crm-reader\"",
		"change": "client_global = true",
	},
	"profile":         demo("profile", "p-anna-hq", "profiles", "badge", "user_ext_id = \"u-anna\"\n    unit_ext_id = \"acme-hq\""),
	"user":            demo("user", "u-ben", "users", "employeeNumber", ""),
	"enterprise_role": demo("enterprise_role", "er-sales", "eroles", "tier", `name = "Sales"`),
}

// demo describes an object of the demo tenant, without properties and with a second one for its kind.
func demo(kind, extID, collection, first, itself string) map[string]string {
	object := collection + "/" + extID
	change := "remarks"
	if kind == "enterprise_role" {
		change = "description"
	}
	return map[string]string{
		"setup": `POST /core/v1/properties {"name":"other","type":"STRING","scope":"` + strings.ToUpper(kind) + `_GLOBAL","clientExtId":"acme"}
PATCH ` + object + `/properties {"` + first + `":""}`,
		"key": kind + `_ext_id = "` + extID + `"`, "id": "acme/" + extID, "object": object, "path": object + "/properties",
		"first": first, "second": "other", "fix": fixed("110"),
		"itself": `ext_id = "` + extID + "\"\n    " + itself, "change": change + ` = "changed"`,
	}
}

// fixed makes the property with a number read-only.
func fixed(number string) string {
	return "PATCH /core/v1/properties/" + number + ` {"accessModify":"READ_ONLY"}`
}

// Every owner has the same tests.
func TestProperties(t *testing.T) {
	for kind, own := range owners {
		names := map[string]string{"type": "idm_" + kind + "_properties", "owner": "idm_" + kind, "one": "1", "two": "2",
			"title": strings.ReplaceAll(kind, "_", " ") + " properties", "elsewhere": ""}
		maps.Copy(names, own)
		for key := range strings.SplitSeq(own["key"], "\n") {
			name, _, _ := strings.Cut(strings.TrimSpace(key), " ")
			names["elsewhere"] += "  " + name + " = \"nowhere\"\n"
		}
		t.Run(kind, func(t *testing.T) { acctest.Script(t, names, acctest.Simulator, acctest.ExtIDs) })
	}
}
