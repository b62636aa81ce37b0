package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// answers are the ways in which the service may write what an object does not have.
var answers = map[string]func(object map[string]any){
	"as the simulator writes them": func(map[string]any) {},
	"absent": func(object map[string]any) {
		maps.DeleteFunc(object, func(name string, value any) bool { return name != "items" && isZero(value) })
	},
	"null": func(object map[string]any) {
		for name, value := range object {
			if name != "items" && isZero(value) {
				object[name] = nil
			}
		}
		if isRecord(object) {
			addMissing(object, nil, nil, nil)
		}
	},
	"empty": func(object map[string]any) {
		if isRecord(object) {
			addMissing(object, "", map[string]any{}, []any{})
		}
	},
	"nothing optional": func(object map[string]any) {
		if isRecord(object) {
			maps.DeleteFunc(object, func(name string, _ any) bool { return !slices.Contains(mandatoryMembers, name) })
		}
	},
}

// The optional members of the records of the service, by the kind of their value. A record may have
// members that its type does not know: a client ignores them.
var (
	optionalTexts = []string{"description", "url", "location", "modificationComment", "remarks", "languageCode", "sex", "gender",
		"birthDate", "stringRegex", "uniquenessScope", "identification", "hierarchicalName", "policyExtId", "deputedProfileExtId"}
	optionalObjects = []string{"displayName", "abbreviation", "validity", "address", "contacts", "parameters", "urls", "properties",
		"classifications"}
	optionalLists    = []string{"propertyAllowedValues", "applicationExtIds"}
	mandatoryMembers = []string{"extId", "clientExtId", "userExtId", "unitExtId", "profileExtId", "roleExtId", "enterpriseRoleExtId",
		"applicationExtId", "parentUnitExtId", "termsExtId", "name", "version", "propertyId", "scope", "type", "policyType", "termsVersion",
		"certificate", "kerberosId", "context", "subjectNameId", "subjectNameIdFormat", "issuerNameId", "issuerNameIdFormat",
		"identification", "propertyAllowedValues", "allowedValues", "encrypted", "loginId"}
)

func isZero(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case bool:
		return !value
	case float64:
		return value == 0
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}

func isRecord(object map[string]any) bool {
	return object["extId"] != nil || object["propertyId"] != nil
}

func addMissing(object map[string]any, text, inner, list any) {
	for _, missing := range []struct {
		names []string
		value any
	}{{optionalTexts, text}, {optionalObjects, inner}, {optionalLists, list}} {
		for _, name := range missing.names {
			if object[name] == nil {
				object[name] = missing.value
			}
		}
	}
}

// answering starts a service in front of another one that writes absent values differently.
func answering(t *testing.T, service http.Handler, write func(object map[string]any)) string {
	t.Helper()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		service.ServeHTTP(response, r)
		maps.Copy(w.Header(), response.Header())
		body := response.Body.Bytes()
		var value any
		if strings.HasPrefix(r.URL.Path, "/core/v1/") && response.Code < http.StatusMultipleChoices && json.Unmarshal(body, &value) == nil {
			rewrite(value, write)
			body, _ = json.Marshal(value)
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(response.Code)
		_, _ = io.Copy(w, bytes.NewReader(body))
	}))
	t.Cleanup(front.Close)
	return front.URL
}

func rewrite(value any, write func(object map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			if name != "_pagination" {
				rewrite(member, write)
			}
		}
		write(value)
	case []any:
		for _, member := range value {
			rewrite(member, write)
		}
	}
}

// The plan of an export imports everything and changes nothing, however the service writes what an
// object does not have, and the state then has no change either.
func TestExport_exact(t *testing.T) {
	t.Parallel()
	for name, write := range answers {
		for layout, arguments := range map[string][]string{
			"hcl": nil, "authoritative": {"--grants", "authoritative"}, "data": {"--layout", "data"},
		} {
			if layout != "hcl" && name != "nothing optional" {
				continue // The layouts differ in what they write, not in what they read.
			}
			t.Run(name+", "+layout, func(t *testing.T) {
				t.Parallel()
				e := newExporting(t)
				e.environment = append(e.environment, "IDM_BASE_URL="+answering(t, e.sim, write))
				summary := e.export(0, nil, e.out, append(slices.Clone(arguments), "--people")...)
				e.adopts(e.out, summary.Imports)
				w := e.at(e.out)
				w.must(0, "apply", "-no-color", "plan.bin")
				w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
			})
		}
	}
}
