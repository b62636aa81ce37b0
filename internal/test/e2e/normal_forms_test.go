package e2e

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Texts of the service can have another Unicode normal form than those of a CLI, such as after an
// entry on another system. They are equal: objects with them are changed and removed as planned.
func TestNormalForms(t *testing.T) {
	t.Parallel()
	const decomposed, composed = "e\u0301clair", "\u00e9clair"
	role := func(w *workspace) {
		w.behindTheBack("POST", "/applications/crm/roles", `{"extId":"r-`+decomposed+`","name":"R"}`)
	}
	value := func(value string) string {
		return resource("idm_unit_properties", `unit_ext_id = "acme-it"`, `properties = { costCenter = "`+value+`" }`)
	}
	values := func(more string) string {
		return resource("idm_property_definition", `scope = "UNIT_GLOBAL"`, `name = "cake"`, `type = "ENUM"`,
			`allowed_values = ["`+composed+`", "b"`+more+`]`)
	}
	members := func(more string) string {
		return resource("idm_enterprise_role_members", `enterprise_role_ext_id = "er-sales"`,
			`role_ext_ids = ["crm-reader", "wiki-editor"`+more+`]`)
	}
	grants := resource("idm_profile_authorizations", `profile_ext_id = "p-ben"`, `authorizations = { crm-reader = {} }`)
	for name, test := range map[string]struct {
		prepare           func(*workspace)
		id, before, after string
		between           func(*workspace)
		sent              string
	}{
		"a property": {
			prepare: func(w *workspace) {
				w.behindTheBack("PATCH", "units/acme-it/properties/", `{"costCenter":"`+decomposed+`"}`)
			},
			id: "idm_unit_properties.test acme/acme-it", before: value(composed), after: value("X"), sent: `{"costCenter":"X"}`},
		"a removed property": {
			prepare: func(w *workspace) {
				w.behindTheBack("PATCH", "units/acme-it/properties/", `{"costCenter":"`+decomposed+`"}`)
			},
			id: "idm_unit_properties.test acme/acme-it", before: value(composed), after: "", sent: `{"costCenter":""}`},
		"an allowed value": {
			prepare: func(w *workspace) {
				w.behindTheBack("POST", "/properties", `{"name":"cake","type":"ENUM","scope":"UNIT_GLOBAL","clientExtId":"acme",`+
					`"allowedValues":[{"value":"`+decomposed+`"},{"value":"b"}]}`)
			},
			id: "idm_property_definition.test UNIT_GLOBAL/cake/acme", before: values(""), after: values(`, "c"`),
			sent: `{"allowedValueId":1,"value":"` + decomposed + `"}`},
		"a member": {
			prepare: func(w *workspace) {
				role(w)
				w.behindTheBack("PUT", "eroles/er-sales/roles/"+url.PathEscape("r-"+decomposed), "")
			},
			id: "idm_enterprise_role_members.test acme/er-sales", before: members(`, "r-` + composed + `"`), after: members(""),
			sent: "eroles/er-sales/roles/r-e%CC%81clair"},
		"a grant": {
			prepare: func(w *workspace) {
				role(w)
				w.behindTheBack("POST", "users/u-ben/profiles", `{"extId":"p-ben"}`)
			},
			before: grants, after: grants, sent: "DELETE profiles/p-ben/authorizations/by-hand",
			between: func(w *workspace) {
				w.behindTheBack("POST", "profiles/p-ben/authorizations", `{"extId":"by-hand","roleExtId":"r-`+decomposed+`"}`)
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "", asAdmin)
			test.prepare(w)
			block := ""
			if to, id, imported := strings.Cut(test.id, " "); imported {
				block = "import {\n  to = " + to + "\n  id = \"" + id + "\"\n}\n"
			}
			w.write("tenant.tf", block+test.before)
			w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
			w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
			if test.between != nil {
				test.between(w)
			}
			w.write("tenant.tf", test.after)
			before := len(w.sim.Requests())
			out := w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
			var sent []string
			for _, request := range w.sim.Requests()[before:] {
				if request.Method != http.MethodGet {
					sent = append(sent, request.Method+" "+strings.TrimPrefix(request.Path, "/core/v1/acme/")+" "+request.Body)
				}
			}
			if all := strings.Join(sent, "\n"); !strings.Contains(all, test.sent) || strings.Contains(out, "Warning: Kept") {
				t.Errorf("not %s, but %s\n%s", test.sent, all, out)
			}
			w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
		})
	}
}

func resource(kind string, arguments ...string) string {
	return "resource \"" + kind + "\" \"test\" {\n  " + strings.Join(arguments, "\n  ") + "\n}\n"
}
