package write

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// object has an attribute of each kind that is compared.
type object struct {
	ExtID  types.String `tfsdk:"ext_id"`
	Name   types.String `tfsdk:"name"`
	Secret types.String `tfsdk:"secret"`
	Values types.Map    `tfsdk:"values"`
}

func (o *object) KeyValues() []string { return []string{"acme", o.ExtID.ValueString()} }

var objectSchema = schema.Schema{Attributes: map[string]schema.Attribute{
	"ext_id": schema.StringAttribute{Optional: true, Computed: true},
	"name":   schema.StringAttribute{Optional: true},
	"secret": schema.StringAttribute{Optional: true, Sensitive: true},
	"values": schema.MapAttribute{Optional: true, ElementType: types.StringType},
}}

// of returns an object; values are pairs of key and text.
func of(name, secret string, values ...string) *object {
	o := &object{ExtID: types.StringValue("x"), Name: types.StringValue(name), Secret: types.StringValue(secret),
		Values: types.MapNull(types.StringType)}
	for i := 0; i < len(values); i += 2 {
		elements := o.Values.Elements()
		elements[values[i]] = types.StringValue(values[i+1])
		o.Values = types.MapValueMust(types.StringType, elements)
	}
	return o
}

func stateOf(t *testing.T, o *object) tfsdk.State {
	t.Helper()
	state := tfsdk.State{Schema: objectSchema, Raw: tftypes.NewValue(objectSchema.Type().TerraformType(context.Background()), nil)}
	if diags := state.Set(context.Background(), o); diags.HasError() {
		t.Fatal(diags)
	}
	return state
}

func updateOf(t *testing.T, base, desired *object) Update {
	t.Helper()
	return Update{lock: &Lock{run: newRun()}, base: stateOf(t, base), desired: tfsdk.Plan(stateOf(t, desired)), version: 1}
}

func TestUpdate_Conflict(t *testing.T) {
	base, desired := of("a", "s", "k", "1", "l", "1"), of("b", "t", "k", "2", "l", "1")
	tests := map[string]struct {
		remote *object
		names  []string
		want   []string
	}{
		"nothing":            {remote: base},
		"already as desired": {remote: desired},
		"another key":        {remote: of("a", "s", "k", "1", "l", "9", "m", "9")},
		"the same key":       {remote: of("a", "s", "k", "9", "l", "1"), want: []string{`values["k"]  "1"           "9"    "2"`}},
		"a key removed":      {remote: of("a", "s", "l", "1"), want: []string{`values["k"]`, "null"}},
		"all keys removed":   {remote: of("a", "s"), want: []string{`values["k"]`, "null"}},
		"two of them": {remote: of("x", "s", "k", "9"),
			want: []string{"attribute    planned from  found  wanted", `name         "a"           "x"    "b"`, `values["k"]`}},
		"sensitive": {remote: of("a", "hidden", "k", "1", "l", "1"),
			want: []string{"secret     (sensitive)   (sensitive)  (sensitive)"}},
		"only the named ones":  {remote: of("x", "s", "k", "9"), names: []string{"secret"}},
		"one of the named one": {remote: of("x", "s", "k", "9"), names: []string{"name"}, want: []string{`"x"`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := updateOf(t, base, desired).Conflict(t.Context(), test.remote, test.names...)
			if conflicts(err) != (test.want != nil) || err != nil && test.want == nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
					t.Errorf("%q is missing in %s", want, err)
				}
			}
		})
	}
}

// An attribute that the plan leaves to the service is not a planned change, so a different remote
// value is not a conflict.
func TestUpdate_Conflict_unknown(t *testing.T) {
	desired := of("b", "s")
	desired.ExtID = types.StringUnknown()
	remote := of("a", "s")
	remote.ExtID = types.StringValue("assigned")
	if err := updateOf(t, of("a", "s"), desired).Conflict(t.Context(), remote); err != nil {
		t.Error(err)
	}
}

func TestUpdate_VerifyUpdate(t *testing.T) {
	u := updateOf(t, of("a", "s", "k", "1", "l", "1"), of("b", "s", "k", "2", "l", "1"))

	state := stateOf(t, of("b", "hidden", "k", "2", "l", "9"))
	keepsBase, diags := u.VerifyUpdate(t.Context(), &state)
	if diags.HasError() || len(diags) != 2 || !strings.Contains(diags[0].Detail(), "secret (sensitive, not shown)") ||
		!strings.Contains(diags[1].Detail(), `values["l"] from "1" to "9"`) {
		t.Error(diags)
	}
	if !state.Raw.Equal(u.desired.Raw) || !keepsBase {
		t.Errorf("the state is not as planned: %s, keeps the version of the base: %t", state.Raw, keepsBase)
	}

	state = stateOf(t, of("a", "s", "k", "2", "l", "9"))
	keepsBase, diags = u.VerifyUpdate(t.Context(), &state)
	if len(diags) != 1 || !diags.HasError() || !strings.Contains(diags[0].Detail(), `name was set to "b", and the service holds "a"`) {
		t.Error(diags)
	}
	var l types.String
	state.GetAttribute(t.Context(), path.Root("values").AtMapKey("l"), &l)
	if l.ValueString() != "9" || keepsBase {
		t.Errorf("the state does not hold the remote value: %s, keeps the version of the base: %t", state.Raw, keepsBase)
	}
}

// sending is an update that fails with each of the failures in turn, and then succeeds. Each read
// finds the next remote object.
type sending struct {
	failures []error
	remote   []*object
	read     error
	sent     []int64
	reads    int
}

// run sends the update from version 1; each read finds the next version.
func (s *sending) run(ctx context.Context, u Update) (string, error) {
	response := ""
	err := u.PatchWithConflictCheck(ctx, func(version int64) error {
		response = ""
		if s.sent = append(s.sent, version); len(s.sent) <= len(s.failures) {
			return s.failures[len(s.sent)-1]
		}
		response = "sent"
		return nil
	}, func() (any, int64, error) {
		remote := s.remote[min(s.reads, len(s.remote)-1)]
		s.reads++
		response = "found"
		return remote, int64(s.reads) + 1, s.read
	})
	if err != nil {
		return "", err
	}
	return response, nil
}

func succeeds(err error) bool { return err == nil }

func fails(want error) func(error) bool {
	return func(err error) bool { return errors.Is(err, want) }
}

func conflicts(err error) bool { return stopped(err, Conflict) }

// stopped reports whether a write stopped with an outcome of the provider, without an error
// response.
func stopped(err error, outcome Outcome) bool {
	stop, ok := errors.AsType[*Error](err)
	return ok && stop.Outcome == outcome
}

func TestPatchWithConflictCheck(t *testing.T) {
	base, desired, theirs := of("a", "s"), of("b", "s"), of("x", "s")
	all := func(err error) []error { return []error{err, err, err, err, err} }
	tests := map[string]struct {
		sending
		stale    bool
		sends    int
		response string
		is       func(error) bool
	}{
		"at once":                  {sending{remote: []*object{base}}, false, 1, "sent", succeeds},
		"refused three times":      {sending{failures: all(errConflict)[:3], remote: []*object{base}}, false, 4, "sent", succeeds},
		"refused every time":       {sending{failures: all(errConflict), remote: []*object{base}}, false, 4, "", fails(errConflict)},
		"both changed":             {sending{failures: all(errConflict)[:1], remote: []*object{theirs}}, false, 1, "", conflicts},
		"both changed to the same": {sending{failures: all(errConflict)[:1], remote: []*object{desired}}, false, 2, "sent", succeeds},
		"gone in the meantime": {sending{failures: all(errConflict)[:1], remote: []*object{base}, read: errMissing}, false, 1, "",
			fails(errMissing)},
		"lost before the work":         {sending{failures: all(errLost)[:1], remote: []*object{base}}, false, 2, "sent", succeeds},
		"lost after the work":          {sending{failures: all(errLost)[:1], remote: []*object{desired}}, false, 1, "found", succeeds},
		"lost, and changed by another": {sending{failures: all(errLost)[:1], remote: []*object{theirs}}, false, 1, "", conflicts},
		"lost, and done late": {sending{failures: []error{errLost, errConflict}, remote: []*object{base, desired}}, false, 2, "found",
			succeeds},
		"lost every time": {sending{failures: all(errLost), remote: []*object{base}}, false, 4, "", fails(errLost)},
		"lost, and not readable": {sending{failures: all(errLost)[:1], remote: []*object{base}, read: errRefused}, false, 1, "",
			fails(errLost)},
		"lost, and gone": {sending{failures: all(errLost)[:1], remote: []*object{base}, read: errMissing}, false, 1, "",
			fails(errMissing)},
		"refused for its values": {sending{failures: all(errRefused)[:1], remote: []*object{base}}, false, 1, "", fails(errRefused)},
		"stale":                  {sending{remote: []*object{base}}, true, 1, "sent", succeeds},
		"stale, and changed":     {sending{remote: []*object{theirs}}, true, 0, "", conflicts},
		"stale, and gone":        {sending{remote: []*object{base}, read: errMissing}, true, 0, "", fails(errMissing)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				u := updateOf(t, base, desired)
				u.stale = test.stale
				response, err := test.run(t.Context(), u)
				if !test.is(err) || response != test.response || len(test.sent) != test.sends {
					t.Errorf("sent with %v: %q, %v", test.sent, response, err)
				}
				// Each attempt after the first sends the version of the previous read.
				for i, version := range test.sent {
					if want := int64(i + 1 + test.reads - max(len(test.sent)-1, 0)); test.response == "sent" && version != want {
						t.Errorf("sent with %v after %d reads", test.sent, test.reads)
					}
				}
			})
		})
	}
}

// A run that is cancelled looks no more.
func TestPatchWithConflictCheck_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := sending{failures: []error{errLost}, remote: []*object{of("a", "s")}}
	if _, err := s.run(ctx, updateOf(t, of("a", "s"), of("b", "s"))); !errors.Is(err, errLost) || s.reads > 0 {
		t.Errorf("%d reads, %v", s.reads, err)
	}
}
