package write

import (
	"errors"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// An update without a constructor or a schema sends nothing and returns an error instead of a
// panic.
func TestUpdate_zero(t *testing.T) {
	conflict := errors.New("another version")
	run := &Run{Outcome: func(error) Outcome { return Conflict }}
	updates := map[string]Update{
		"zero": {}, "of nothing": Update{}.Of(LockKey{"unit", "acme", "u"}, 1), "unversioned": Update{}.Unversioned(), "at": Update{}.At(3),
		"no schema": {run: run}, "of a run": Update{run: run}.Of(LockKey{"unit", "acme", "u"}, 1),
		"no plan": {run: run, base: tfsdk.State{Schema: schema.Schema{}}},
	}
	for name, u := range updates {
		sent := false
		err := u.PatchWithConflictCheck(t.Context(), func(int64) error { sent = true; return conflict },
			func() (any, int64, error) { return struct{}{}, 0, nil })
		if sent || !errors.Is(err, errZeroUpdate) {
			t.Errorf("%s: sent %v, %v", name, sent, err)
		}
		if err := u.Conflict(t.Context(), struct{}{}); !errors.Is(err, errZeroUpdate) {
			t.Errorf("%s: a conflict is %v", name, err)
		}
		if _, diags := u.VerifyUpdate(t.Context(), &tfsdk.State{}); !diags.HasError() {
			t.Errorf("%s: verified", name)
		}
	}
}
