package framework

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// object has an attribute of each sort that is compared.
type object struct {
	ExtID  types.String `tfsdk:"ext_id"`
	Name   types.String `tfsdk:"name"`
	Secret types.String `tfsdk:"secret"`
	Values types.Map    `tfsdk:"values"`
}

func (o *object) Parts() []string    { return []string{"acme", o.ExtID.ValueString()} }
func (o *object) SetID(types.String) {}

var objectSchema = schema.Schema{Attributes: map[string]schema.Attribute{
	"ext_id": schema.StringAttribute{Optional: true, Computed: true},
	"name":   schema.StringAttribute{Optional: true},
	"secret": schema.StringAttribute{Optional: true, Sensitive: true},
	"values": schema.MapAttribute{Optional: true, ElementType: types.StringType},
}}

// of makes an object; values are pairs of key and text.
func of(name, secret string, values ...string) *object {
	o := &object{ExtID: types.StringValue("x"), Name: types.StringValue(name), Secret: types.StringValue(secret), Values: types.MapNull(types.StringType)}
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

func changeOf(t *testing.T, from, wanted *object) Change {
	t.Helper()
	return Change{from: stateOf(t, from), wanted: tfsdk.Plan(stateOf(t, wanted)), Version: 1}
}

func TestChange_Conflict(t *testing.T) {
	from, wanted := of("a", "s", "k", "1", "l", "1"), of("b", "t", "k", "2", "l", "1")
	tests := map[string]struct {
		found *object
		names []string
		want  []string
	}{
		"nothing":              {found: from},
		"already as wanted":    {found: wanted},
		"another key":          {found: of("a", "s", "k", "1", "l", "9", "m", "9")},
		"the same key":         {found: of("a", "s", "k", "9", "l", "1"), want: []string{`values["k"]  "1"           "9"    "2"`}},
		"a key taken away":     {found: of("a", "s", "l", "1"), want: []string{`values["k"]`, "null"}},
		"all taken away":       {found: of("a", "s"), want: []string{`values["k"]`, "null"}},
		"two of them":          {found: of("x", "s", "k", "9"), want: []string{"attribute    planned from  found  wanted", `name         "a"           "x"    "b"`, `values["k"]`}},
		"sensitive":            {found: of("a", "hidden", "k", "1", "l", "1"), want: []string{"secret     (sensitive)   (sensitive)  (sensitive)"}},
		"only the named ones":  {found: of("x", "s", "k", "9"), names: []string{"secret"}},
		"one of the named one": {found: of("x", "s", "k", "9"), names: []string{"name"}, want: []string{`"x"`}},
	}
	for name, test := range tests {
		err := changeOf(t, from, wanted).Conflict(context.Background(), test.found, test.names...)
		if (err == nil) != (test.want == nil) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
				t.Errorf("%s: %q is missing in %s", name, want, err)
			}
		}
	}
}

// private is a private state in memory.
type private map[string][]byte

func (p private) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) { return p[key], nil }
func (p private) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	p[key] = value
	return nil
}

func TestChange_Updated(t *testing.T) {
	ctx := context.Background()
	c := changeOf(t, of("a", "s", "k", "1", "l", "1"), of("b", "s", "k", "2", "l", "1"))

	state, kept := stateOf(t, of("b", "hidden", "k", "2", "l", "9")), private{versionKey: []byte("3")}
	diags := c.Updated(ctx, Answer{State: &state, Private: kept})
	if diags.HasError() || len(diags) != 2 || !strings.Contains(diags[0].Detail(), "secret (sensitive, not shown)") || !strings.Contains(diags[1].Detail(), `values["l"] from "1" to "9"`) {
		t.Error(diags)
	}
	if !state.Raw.Equal(c.wanted.Raw) || string(kept[versionKey]) != "1" {
		t.Errorf("the state is not as planned: %s, version %s", state.Raw, kept[versionKey])
	}

	truth := of("a", "s", "k", "2", "l", "9")
	state, kept = stateOf(t, truth), private{versionKey: []byte("3")}
	diags = c.Updated(ctx, Answer{State: &state, Private: kept})
	if len(diags) != 1 || !diags.HasError() || !strings.Contains(diags[0].Detail(), `name was set to "b", and the service holds "a"`) {
		t.Error(diags)
	}
	var l types.String
	state.GetAttribute(ctx, path.Root("values").AtMapKey("l"), &l)
	if l.ValueString() != "9" || string(kept[versionKey]) != "3" {
		t.Errorf("the state does not hold the truth: %s, version %s", state.Raw, kept[versionKey])
	}
}

// sending is an update that meets the failures one after the other, and then succeeds; the object is found as given each time.
type sending struct {
	failures []error
	found    []*object
	read     error
	sent     []int64
	reads    int
}

// run sends the update from version 1; each read finds the next version.
func (s *sending) run(ctx context.Context, c Change) (string, error) {
	return Send(ctx, c, 1, func(version int64) (string, error) {
		if s.sent = append(s.sent, version); len(s.sent) <= len(s.failures) {
			return "", s.failures[len(s.sent)-1]
		}
		return "sent", nil
	}, func() (Found[string], error) {
		found := s.found[min(s.reads, len(s.found)-1)]
		s.reads++
		return Found[string]{"found", found, int64(s.reads) + 1}, s.read
	})
}

func succeeds(err error) bool { return err == nil }

func TestSend(t *testing.T) {
	locked, gone := refusal(http.StatusConflict, "errors.optimisticLockingFailure", "version"), refusal(404, "errors.noRecord", "")
	dropped, later := &rest.NoAnswerError{Method: "PATCH", Err: io.ErrUnexpectedEOF}, refusal(http.StatusServiceUnavailable, "", "")
	from, wanted, theirs := of("a", "s"), of("b", "s"), of("x", "s")
	noAnswer := func(err error) bool { return errors.Is(err, rest.ErrNoAnswer) }
	tests := map[string]struct {
		sending
		behind bool
		sends  int
		answer string
		is     func(error) bool
	}{
		"at once":                      {sending{found: []*object{from}}, false, 1, "sent", succeeds},
		"refused three times":          {sending{failures: []error{locked, locked, locked}, found: []*object{from}}, false, 4, "sent", succeeds},
		"refused for ever":             {sending{failures: []error{locked, locked, locked, locked, locked}, found: []*object{from}}, false, 4, "", func(err error) bool { return errors.Is(err, rest.ErrConflict) }},
		"both changed":                 {sending{failures: []error{locked}, found: []*object{theirs}}, false, 1, "", is[*ConflictError]},
		"both changed to the same":     {sending{failures: []error{locked}, found: []*object{wanted}}, false, 2, "sent", succeeds},
		"gone meanwhile":               {sending{failures: []error{locked}, found: []*object{from}, read: gone}, false, 1, "", func(err error) bool { return errors.Is(err, rest.ErrNoRecord) }},
		"lost before the work":         {sending{failures: []error{dropped}, found: []*object{from}}, false, 2, "sent", succeeds},
		"lost after the work":          {sending{failures: []error{dropped}, found: []*object{wanted}}, false, 1, "found", succeeds},
		"lost, and changed by another": {sending{failures: []error{dropped}, found: []*object{theirs}}, false, 1, "", is[*ConflictError]},
		"lost, and done late":          {sending{failures: []error{dropped, locked}, found: []*object{from, wanted}}, false, 2, "found", succeeds},
		"lost for ever":                {sending{failures: []error{dropped, dropped, dropped, dropped, dropped}, found: []*object{from}}, false, 4, "", noAnswer},
		"lost, and not readable":       {sending{failures: []error{dropped}, found: []*object{from}, read: later}, false, 1, "", noAnswer},
		"lost, and gone":               {sending{failures: []error{dropped}, found: []*object{from}, read: gone}, false, 1, "", func(err error) bool { return errors.Is(err, rest.ErrNoRecord) }},
		"not available":                {sending{failures: []error{later}, found: []*object{from}}, false, 2, "sent", succeeds},
		"refused for its values":       {sending{failures: []error{refusal(422, "errors.invalidData", "")}, found: []*object{from}}, false, 1, "", func(err error) bool { return errors.Is(err, rest.ErrInvalid) }},
		"behind":                       {sending{found: []*object{from}}, true, 1, "sent", succeeds},
		"behind, and changed":          {sending{found: []*object{theirs}}, true, 0, "", is[*ConflictError]},
		"behind, and gone":             {sending{found: []*object{from}, read: gone}, true, 0, "", func(err error) bool { return errors.Is(err, rest.ErrNoRecord) }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := changeOf(t, from, wanted)
				c.Behind = test.behind
				answer, err := test.run(t.Context(), c)
				if !test.is(err) || answer != test.answer || len(test.sent) != test.sends {
					t.Errorf("sent with %v: %q, %v", test.sent, answer, err)
				}
				// Each time but the first the version is that of the read before it.
				for i, version := range test.sent {
					if want := int64(i + 1 + test.reads - max(len(test.sent)-1, 0)); test.answer == "sent" && version != want {
						t.Errorf("sent with %v after %d reads", test.sent, test.reads)
					}
				}
			})
		})
	}
}

// A run that is cancelled looks no more.
func TestSend_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	lost := &rest.NoAnswerError{Method: "PATCH", Err: context.Canceled}
	s := sending{failures: []error{lost}, found: []*object{of("a", "s")}}
	if _, err := s.run(ctx, changeOf(t, of("a", "s"), of("b", "s"))); !errors.Is(err, context.Canceled) || s.reads > 0 {
		t.Errorf("%d reads, %v", s.reads, err)
	}
}
