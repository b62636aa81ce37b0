package framework

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

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

func TestSend(t *testing.T) {
	ctx := context.Background()
	locked := refusal(http.StatusConflict, "errors.optimisticLockingFailure", "version")
	from, wanted := of("a", "s"), of("b", "s")
	tests := map[string]struct {
		conflicts int
		found     *object
		read      error
		versions  int
		is        func(error) bool
	}{
		"at once":        {0, from, nil, 1, func(err error) bool { return err == nil }},
		"three times":    {3, from, nil, 4, func(err error) bool { return err == nil }},
		"for ever":       {9, from, nil, 4, func(err error) bool { return errors.Is(err, rest.ErrConflict) }},
		"both changed":   {9, of("x", "s"), nil, 1, is[*ConflictError]},
		"gone meanwhile": {9, from, refusal(404, "errors.noRecord", ""), 1, func(err error) bool { return errors.Is(err, rest.ErrNoRecord) }},
	}
	for name, test := range tests {
		var versions []int64
		_, err := Send(ctx, changeOf(t, from, wanted), 1, func(version int64) (int, error) {
			if versions = append(versions, version); len(versions) <= test.conflicts {
				return 0, locked
			}
			return 0, nil
		}, func() (Keyed, int64, error) { return test.found, int64(len(versions)) + 1, test.read })
		if !test.is(err) || len(versions) != test.versions || versions[len(versions)-1] != int64(test.versions) {
			t.Errorf("%s: sent with %v, %v", name, versions, err)
		}
	}
}
