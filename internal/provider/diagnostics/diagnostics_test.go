package diagnostics

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

func refusal(status int, code, message string) error {
	e := &idm.Error{Method: http.MethodPatch, Path: "/core/v1/acme/units/sales", StatusCode: status}
	if code != "" {
		e.Problems = []idm.Problem{{Code: code, Message: message}}
	}
	return e
}

func TestDiagnostic_everyStatusHasARemedy(t *testing.T) {
	tests := map[string]struct {
		err  error
		want []string
	}{
		"400": {refusal(400, "errors.invalidData", "bad"), []string{"400 Bad Request", "errors.invalidData", "TF_LOG=DEBUG"}},
		"401": {refusal(401, "", ""), []string{"401", "login"}},
		"403": {refusal(403, "errors.insufficientRightsFunction", "no AccessControl.UnitModify"),
			[]string{"403", "AccessControl.UnitModify", "lacks the permission"}},
		"403 without code": {refusal(403, "", ""), []string{"403", "data room"}},
		"404":              {refusal(404, "errors.noRecord", "no unit sales"), []string{"no unit sales", "does not exist in this client"}},
		"404 elsewhere":    {refusal(404, "", ""), []string{"404", "base_url"}},
		"405":              {refusal(405, "", ""), []string{"405", "Check base_url. If it is correct, the service is too old"}},
		"409":              {refusal(409, "errors.optimisticLockingFailure", "version 3"), []string{"409", "version 3", "Plan again"}},
		"415":              {refusal(415, "", ""), []string{"415", "content type"}},
		"422": {refusal(422, "errors.property.stringmaxlen", "too long"),
			[]string{"422", "too long", "Shorten it in the configuration"}},
		"429": {refusal(429, "", ""), []string{"429", "requests_per_second"}},
		"500": {refusal(500, "errors.fatalError", "boom"), []string{"500", "boom", "Try again"}},
		"503": {refusal(503, "", ""), []string{"503", "not available"}},
		"418": {refusal(418, "", ""), []string{"418", "report"}},
		"no response": {&idm.NoResponseError{Method: "PUT", Path: "/x", Err: errors.New("reset")},
			[]string{"reset", "not known whether"}},
		"no response, read": {&idm.NoResponseError{Method: "GET", Path: "/x", Err: errors.New("reset")}, []string{"reset", "only reads"}},
		"no connection": {&idm.NoResponseError{Method: "POST", Path: "/x", Err: &net.OpError{Op: "dial", Err: errors.New("refused")}},
			[]string{"refused", "nothing was sent"}},
		"interrupted": {&idm.NoResponseError{Method: "GET", Path: "/x", Err: context.Canceled}, []string{"was interrupted", "try again"}},
		"html":        {&idm.BadResponseError{Method: "GET", Path: "/x", StatusCode: 200, Reason: "HTML"}, []string{"HTML", "proxy"}},
		"redirect": {&idm.RedirectError{Method: "GET", Path: "/x", Target: "https://evil.example.com"},
			[]string{"evil.example.com", "never sent"}},
		"login":    {&idm.LoginError{Err: errors.New("token endpoint")}, []string{"token endpoint", "sign in"}},
		"path":     {&idm.PathError{Method: "GET", Path: "/x", Element: ".."}, []string{`".."`, "Nothing was sent"}},
		"location": {&idm.LocationError{Method: "POST", Path: "/x", Location: "https://elsewhere"}, []string{"elsewhere", "import"}},
	}
	for name, test := range tests {
		d := Failure{Verb: "update", Noun: "unit_properties", KeyValues: []string{"acme", "a/b"}, Err: test.err}.Diagnostic()
		if d.Summary() != "Could not update unit properties" {
			t.Errorf("%s: summary %q", name, d.Summary())
		}
		for _, want := range append(test.want, "Object: unit properties acme/a%2Fb") {
			if !strings.Contains(d.Detail(), want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, d.Detail())
			}
		}
	}
}

// The diagnostic names a release without the operation, and the alternative. It does not blame
// other errors on the release.
func TestDiagnostic_release(t *testing.T) {
	release := Release{Since: "2.74.0", Instead: "Make the roles by hand."}
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"405":           {refusal(405, "", ""), "idm_role requires release 2.74.0 or later. Make the roles by hand."},
		"404":           {refusal(404, "errors.unknownPath", "x"), "idm_role requires release 2.74.0 or later."},
		"404 no record": {refusal(404, "errors.noRecord", "no role"), "does not exist in this client"},
		"403":           {refusal(403, "", ""), "lacks the permission"},
	} {
		failure := Failure{Verb: "create", Noun: "role", KeyValues: []string{"reader"}, Err: test.err, Release: release}
		for _, d := range []string{failure.Diagnostic().Detail(), failure.NotCreated().Detail()} {
			if !strings.Contains(d, test.want) || strings.Contains(d, "2.74.0") != strings.Contains(test.want, "2.74.0") {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

func TestNotCreated_carriesAnImportBlock(t *testing.T) {
	block := "import {\n  to = idm_unit.example # use the address shown after \"with\"\n  id = \"acme/sales\"\n}"
	tests := map[string]struct {
		err  error
		want bool
	}{
		"duplicate id": {&write.Error{Outcome: write.Duplicate, Refusal: refusal(422, "errors.duplicateValue", "sales"), ExtID: "sales"},
			true},
		"duplicate, 409": {&write.Error{Outcome: write.Duplicate, Refusal: refusal(409, "errors.duplicateName", "sales"), ExtID: "sales",
			ByName: true}, true},
		"not looked up": {&write.Error{Outcome: write.Duplicate, Refusal: refusal(409, "", "sales"), ExtID: "sales",
			Unread: refusal(403, "", "")}, true},
		"not there":      {refusal(422, "errors.duplicateValue", "sales"), false},
		"unavailable":    {refusal(503, "", ""), true},
		"lost response":  {&idm.NoResponseError{Method: "POST", Path: "/x", Err: errors.New("reset")}, true},
		"interrupted":    {&idm.NoResponseError{Method: "POST", Path: "/x", Err: context.Canceled}, false},
		"duplicate name": {refusal(422, "errors.duplicateName", "Sales"), false},
		"no right":       {refusal(403, "", ""), false},
		"only password":  {refusal(422, "errors.passwordExists", ""), true},
	}
	for name, test := range tests {
		if d := (Failure{Verb: "create", Noun: "unit", KeyValues: []string{"acme", "sales"},
			Err: test.err}).NotCreated(); strings.Contains(d.Detail(), block) != test.want {
			t.Errorf("%s: %s", name, d.Detail())
		}
	}
}

// A suggested import block is valid for any ID, and imports that ID.
func TestImportBlock_anyID(t *testing.T) {
	for _, id := range []string{"a${b}", "%{if true}", `q"uo\te`, "line\nbreak", "$${x}", "\x1b[31m", "::error::x", "##[group]", "ü/%",
		"\u202e"} {
		block := ImportBlock("unit", []string{"acme", id})
		file, problems := hclsyntax.ParseConfig([]byte(block), "import.tf", hcl.InitialPos)
		if problems.HasErrors() {
			t.Fatalf("%s: %v", block, problems)
		}
		body, ok := file.Body.(*hclsyntax.Body)
		if !ok || len(body.Blocks) != 1 {
			t.Fatalf("%s", block)
		}
		value, problems := body.Blocks[0].Body.Attributes["id"].Expr.Value(nil)
		if problems.HasErrors() || value.AsString() != objecttype.ImportID("acme", id) {
			t.Errorf("%s imports %#v: %v", block, value, problems)
		}
	}
}

func TestDiagnostic_generatedSecret(t *testing.T) {
	policy := idm.Policy{ExtID: "p-reset", PolicyType: "PwdPolicy", Name: "Reset codes"}
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"refused": {&GeneratedSecretError{Policy: policy, Err: refusal(422, "errors.invalidData", "password must not be sent")},
			"errors.invalidData"},
		"generated": {&GeneratedSecretError{Policy: policy}, `"p-reset" (PwdPolicy Reset codes)`},
		"unread":    {&GeneratedSecretError{}, "The policy of this credential"},
	} {
		t.Run(name, func(t *testing.T) {
			detail := Failure{Verb: "create", Noun: "password", KeyValues: []string{"acme", "u"}, Err: test.err}.NotCreated().Detail()
			for _, want := range []string{test.want, "has the service generate the password itself", "resetCodeEnabled is not \"true\""} {
				if !strings.Contains(detail, want) {
					t.Errorf("%q is missing in\n%s", want, detail)
				}
			}
		})
	}
}
