package framework

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type keyed struct{ parts []string }

func (k keyed) Parts() []string    { return k.parts }
func (k keyed) SetID(types.String) {}

func refusal(status int, code, message string) error {
	e := &rest.Error{Method: http.MethodPatch, Path: "/core/v1/acme/units/sales", StatusCode: status}
	if code != "" {
		e.Problems = []rest.Problem{{Code: code, Message: message}}
	}
	return e
}

func TestFailed_everyStatusSaysWhatToDo(t *testing.T) {
	r := &Resource{Noun: "unit_properties", Key: Key{"client_ext_id", "unit_ext_id"}}
	tests := map[string]struct {
		err  error
		want []string
	}{
		"400":              {refusal(400, "errors.invalidData", "bad"), []string{"400 Bad Request", "errors.invalidData", "TF_LOG=DEBUG"}},
		"401":              {refusal(401, "", ""), []string{"401", "login"}},
		"403":              {refusal(403, "errors.insufficientRightsFunction", "no AccessControl.UnitModify"), []string{"403", "AccessControl.UnitModify", "lacks the right"}},
		"403 without code": {refusal(403, "", ""), []string{"403", "data room"}},
		"404":              {refusal(404, "errors.noRecord", "no unit sales"), []string{"no unit sales", "does not exist in this client"}},
		"404 elsewhere":    {refusal(404, "", ""), []string{"404", "base_url"}},
		"405":              {refusal(405, "", ""), []string{"405", "does not offer"}},
		"409":              {refusal(409, "errors.optimisticLockingFailure", "version 3"), []string{"409", "version 3", "Make a new plan"}},
		"415":              {refusal(415, "", ""), []string{"415", "content type"}},
		"422":              {refusal(422, "errors.property.stringmaxlen", "too long"), []string{"422", "too long", "correct it"}},
		"429":              {refusal(429, "", ""), []string{"429", "requests_per_second"}},
		"500":              {refusal(500, "errors.fatalError", "boom"), []string{"500", "boom", "apply again"}},
		"503":              {refusal(503, "", ""), []string{"503", "not available"}},
		"418":              {refusal(418, "", ""), []string{"418", "report"}},
		"no answer":        {&rest.NoAnswerError{Method: "GET", Path: "/x", Err: errors.New("reset")}, []string{"reset", "nobody knows"}},
		"interrupted":      {&rest.NoAnswerError{Method: "GET", Path: "/x", Err: context.Canceled}, []string{"was interrupted", "apply again"}},
		"budget":           {&rest.NoAnswerError{Method: "GET", Path: "/x", Err: rest.ErrRetryBudget}, []string{"not sent again", "Check that the service is up"}},
		"html":             {&rest.BadAnswerError{Method: "GET", Path: "/x", StatusCode: 200, Reason: "HTML"}, []string{"HTML", "proxy"}},
		"redirect":         {&rest.RedirectError{Method: "GET", Path: "/x", Target: "https://evil.example.com"}, []string{"evil.example.com", "never sent"}},
		"login":            {&rest.LoginError{Err: errors.New("token endpoint")}, []string{"token endpoint", "sign in"}},
		"path":             {&rest.PathError{Method: "GET", Path: "/x", Element: ".."}, []string{`".."`, "Nothing was sent"}},
		"location":         {&rest.LocationError{Method: "POST", Path: "/x", Location: "https://elsewhere"}, []string{"elsewhere", "import"}},
	}
	for name, test := range tests {
		d := r.Failed("update", keyed{[]string{"acme", "a/b"}}, test.err)
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

func TestNotCreated_carriesAnImportBlock(t *testing.T) {
	r := &Resource{Noun: "unit", Key: Key{"client_ext_id", "ext_id"}}
	block := "import {\n  to = idm_unit.example # the address of this resource\n  id = \"acme/sales\"\n}"
	tests := map[string]struct {
		err  error
		want bool
	}{
		"duplicate id":   {refusal(422, "errors.duplicateValue", "sales"), true},
		"duplicate, 409": {refusal(409, "errors.duplicateValue", "sales"), true},
		"lost answer":    {&rest.NoAnswerError{Method: "POST", Path: "/x", Err: errors.New("reset")}, true},
		"interrupted":    {&rest.NoAnswerError{Method: "POST", Path: "/x", Err: context.Canceled}, false},
		"duplicate name": {refusal(422, "errors.duplicateName", "Sales"), false},
		"no right":       {refusal(403, "", ""), false},
	}
	for name, test := range tests {
		if d := r.NotCreated(keyed{[]string{"acme", "sales"}}, test.err); strings.Contains(d.Detail(), block) != test.want {
			t.Errorf("%s: %s", name, d.Detail())
		}
	}
}
