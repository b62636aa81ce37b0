package framework

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// creating runs Make for an object whose external id the provider chose as x, unless chosen. sends are the answers to the creates in their order: an external
// id, or an error.
func creating(ctx context.Context, t *testing.T, chosen bool, c Creation, sends ...any) (string, int, error) {
	t.Helper()
	r := &Resource{Noun: "thing", Provider: &Provider{}}
	planned := of("a", "s")
	if !chosen {
		planned.ExtID = types.StringUnknown()
	}
	plan := tfsdk.Plan(stateOf(t, planned))
	sent := 0
	c.Send = func() (string, error) {
		answer := sends[min(sent, len(sends)-1)]
		sent++
		if err, failed := answer.(error); failed {
			return "", err
		}
		return answer.(string), nil
	}
	extID, err := r.Make(ctx, plan, of("a", "s"), c)
	return extID, sent, err
}

func TestMake(t *testing.T) {
	dropped := error(&rest.NoAnswerError{Method: "POST", Path: "/things", Err: errors.New("reset")})
	nowhere := &rest.LocationError{Method: "POST", Path: "/things", Reason: "it is missing"}
	duplicate := refusal(http.StatusConflict, "errors.duplicateName", "taken")
	none := func(string) (Keyed, error) { return nil, refusal(404, "errors.noRecord", "") }
	there := func(name string) func(string) (Keyed, error) {
		return func(string) (Keyed, error) { return of(name, "s"), nil }
	}
	granted := func() iter.Seq2[Grant, error] { return func(func(Grant, error) bool) {} }
	withdrawn := func(err error) func(string) error { return func(string) error { return err } }
	tests := map[string]struct {
		chosen   bool
		creation Creation
		sends    []any
		sent     int
		extID    string
		message  string
	}{
		"at once":                       {creation: Creation{Find: none}, sends: []any{"x"}, sent: 1, extID: "x"},
		"refused":                       {creation: Creation{Find: none}, sends: []any{duplicate}, sent: 1, message: "duplicateName"},
		"forbidden by the status 500":   {creation: Creation{Find: none}, sends: []any{refusal(500, "errors.insufficientRightsFunction", "")}, sent: 1, message: "insufficientRights"},
		"not signed in":                 {creation: Creation{Find: none}, sends: []any{&rest.LoginError{Err: dropped}}, sent: 1, message: "log in"},
		"not there, again":              {creation: Creation{Find: none}, sends: []any{dropped, "x"}, sent: 2, extID: "x"},
		"never answered":                {creation: Creation{Find: none}, sends: []any{dropped}, sent: 4, message: "reset"},
		"cannot be looked up":           {creation: Creation{Find: func(string) (Keyed, error) { return nil, refusal(403, "", "") }}, sends: []any{dropped}, sent: 1, message: "reset"},
		"our own id is ours":            {creation: Creation{Find: there("other")}, sends: []any{dropped}, sent: 1, extID: "x"},
		"a chosen id with our values":   {chosen: true, creation: Creation{Find: there("a")}, sends: []any{dropped}, sent: 1, extID: "x"},
		"a chosen id with others":       {chosen: true, creation: Creation{Find: there("other")}, sends: []any{dropped}, sent: 1, message: `name is "other" there, and was to be "a"`},
		"no location":                   {creation: Creation{Find: none}, sends: []any{nowhere}, sent: 1, message: "nobody can tell"},
		"the id of the service":         {creation: Creation{Find: none, Withdraw: withdrawn(nil)}, sends: []any{dropped, "y"}, sent: 2, message: `with name = "a"`},
		"a second one that stays":       {creation: Creation{Find: none, Withdraw: withdrawn(errors.New("no right"))}, sends: []any{dropped, "y"}, sent: 2, message: `made "y", which could not be deleted: no right`},
		"a duplicate of the lost one":   {creation: Creation{Find: none}, sends: []any{dropped, duplicate}, sent: 2, message: "nobody can tell"},
		"a grant that is a duplicate":   {creation: Creation{Find: none, Granted: granted}, sends: []any{dropped, duplicate}, sent: 2, message: "duplicateName"},
		"a grant with the service's id": {creation: Creation{Find: none, Granted: granted}, sends: []any{dropped, "y"}, sent: 2, extID: "y"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			extID, sent, err := creating(context.Background(), t, test.chosen, test.creation, test.sends...)
			if extID != test.extID || sent != test.sent || (err == nil) != (test.message == "") {
				t.Errorf("%q, sent %d times, %v", extID, sent, err)
			}
			if err != nil && (!strings.Contains(err.Error(), test.message) || strings.Contains(err.Error(), `secret = `)) {
				t.Errorf("%q is missing in %s", test.message, err)
			}
		})
	}
}

func TestMake_endsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	find := func(string) (Keyed, error) {
		cancel()
		return nil, refusal(404, "errors.noRecord", "")
	}
	if _, sent, err := creating(ctx, t, false, Creation{Find: find}, refusal(503, "", "")); sent != 1 || !errors.Is(err, rest.ErrUnavailable) {
		t.Errorf("sent %d times, %v", sent, err)
	}
}
