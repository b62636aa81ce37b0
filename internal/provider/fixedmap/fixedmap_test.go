package fixedmap_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

var (
	logins = fixedmap.New(fixedmap.Type{Title: "a login", Keys: map[string]fixedmap.Key{
		"client_id": schema.StringAttribute{}, "scopes": schema.MapAttribute{ElementType: types.StringType},
	}})
	allGrants = fixedmap.New(fixedmap.Type{Title: "a grant",
		Keys: map[string]fixedmap.Key{"unit_global": attrs.DataRoom("units"), "validity": attrs.Validity("grant")}})
)

func str(text string) tftypes.Value { return tftypes.NewValue(tftypes.String, text) }
func yes() tftypes.Value            { return tftypes.NewValue(tftypes.Bool, true) }

func written(pairs ...any) tftypes.Value {
	members := map[string]tftypes.Value{}
	for i := 0; i < len(pairs); i += 2 {
		members[pairs[i].(string)] = pairs[i+1].(tftypes.Value)
	}
	return fixedmap.Object(members)
}

func tuple(elements ...tftypes.Value) tftypes.Value {
	of := tftypes.Tuple{}
	for _, element := range elements {
		of.ElementTypes = append(of.ElementTypes, element.Type())
	}
	return tftypes.NewValue(of, elements)
}

func TestType_check(t *testing.T) {
	number := tftypes.NewValue(tftypes.Number, big.NewFloat(7))
	for name, test := range map[string]struct {
		of    fixedmap.Type
		value tftypes.Value
		want  []string
	}{
		"all keys":         {logins, written("a", written("client_id", str("c"), "scopes", written("x", str("a")))), nil},
		"a number as text": {logins, written("a", written("client_id", number)), nil},
		"an unknown value": {logins,
			written("a", written("client_id", tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue))), nil},
		"a misspelt key": {logins, written("a", written("scopess", tuple())),
			[]string{`login: "scopess" is not a key of login["a"]. Did you mean "scopes"?`}},
		"a wrong type": {logins, written("a", written("scopes", str("a"))),
			[]string{`login["a"].scopes is a string, but must be an object.`}},
		"no object": {logins, written("a", tuple()), []string{`login["a"] is a list, but must be an object`}},
		"no map":    {logins, tuple(), []string{"login must be , and not a list."}},
		"grants":    {allGrants, written("a", written(), "b", written("unit_global", str("true"))), nil},
		"a null bound": {allGrants,
			written("a", written("validity", written("to", str("2030-01-01T00:00:00Z"), "from",
				tftypes.NewValue(tftypes.DynamicPseudoType, nil)))),
			nil},
		"two misspelt keys": {allGrants, written("a", written("x", yes(), "validty", yes())),
			[]string{`"validty" is not a key of login["a"]. Did you mean "validity"?`, `"x" is not a key of login["a"]. The keys`}},
		"no grant":     {allGrants, written("a", number), []string{`login["a"] is a number`}},
		"an empty key": {allGrants, written("", written()), []string{"cannot be empty"}},
		"an order of bounds": {allGrants,
			written("a", written("validity", written("from", str("2030-01-01T00:00:00Z"), "to", str("2029-01-01T00:00:00Z")))),
			[]string{`login["a"].validity["to"]: ` + "`to` is 2029"}},
		"a number as a moment": {allGrants, written("a", written("validity", written("from", number))),
			[]string{`"7" is not in the form of RFC 3339`}},
	} {
		t.Run(name, func(t *testing.T) {
			var resp xattr.ValidateAttributeResponse
			fixedmap.Written(test.value, test.of).ValidateAttribute(context.Background(),
				xattr.ValidateAttributeRequest{Path: path.Root("login")}, &resp)
			if len(resp.Diagnostics) != len(test.want) {
				t.Fatal(resp.Diagnostics)
			}
			for i, want := range test.want {
				got := path.Root("login").String() + ": " + resp.Diagnostics[i].Detail()
				if !strings.Contains(got, want) {
					t.Errorf("%q, not %q", got, want)
				}
			}
		})
	}
}

// Only the difference is rewritten, in the existing spelling.
func TestType_rewrite(t *testing.T) {
	to := func(text string) tftypes.Value { return written("to", str(text)) }
	moment, other := "2030-01-01T00:00:00Z", "2030-01-01T01:00:00+01:00"
	later, texts := "2031-01-01T00:00:00Z", tftypes.Map{ElementType: tftypes.String}
	null := tftypes.NewValue(tftypes.Bool, nil)
	narrow := tftypes.Map{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"unit_global": tftypes.Bool}}}
	inMap := func(of tftypes.Type, elements tftypes.Value) tftypes.Value {
		value, ok := fixedmap.Convert(elements, of)
		if !ok {
			t.Fatal("no such map")
		}
		return value
	}
	wide := tftypes.Map{ElementType: fixedmap.Widest(allGrants)}
	for name, test := range map[string]struct{ like, means, want tftypes.Value }{
		"nothing before": {tftypes.Value{}, written("a", written("unit_global", null, "validity", to(moment))),
			written("a", written("validity", to(moment)))},
		"the same": {written("a", written("unit_global", null, "validity", to(other))),
			written("a", written("validity", to(moment))), written("a", written("unit_global", null, "validity", to(other)))},
		"opened by hand": {written("a", written("validity", to(other)), "b", written("unit_global", null)),
			written("a", written("unit_global", yes(), "validity", to(moment)), "b", written()),
			written("a", written("unit_global", yes(), "validity", to(other)), "b", written("unit_global", null))},
		"closed by hand": {written("a", written("unit_global", str("true"))), written("a", written()),
			written("a", written("unit_global", tftypes.NewValue(tftypes.Bool, false)))},
		"a bound of another": {written("a", written("validity", to(other))),
			written("a", written("validity", written("from", str(moment), "to", str(moment)))),
			written("a", written("validity", written("from", str(moment), "to", str(other))))},
		"a map": {inMap(narrow, written("a", written())), written("a", written(), "b", written("unit_global", yes())),
			inMap(narrow, written("a", written(), "b", written("unit_global", yes())))},
		"a map that is too narrow": {inMap(narrow, written("a", written())), written("a", written("validity", to(moment))),
			inMap(wide, written("a", written("validity", to(moment))))},
		"a map of bounds": {written("a", written("validity", inMap(texts, to(moment)))), written("a", written("validity", to(later))),
			written("a", written("validity", inMap(texts, to(later))))},
		"a grant as a map": {written("a", inMap(texts, written("unit_global", str("true")))), written("a", written()),
			written("a", inMap(texts, written("unit_global", str("false"))))},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fixedmap.Respelled(allGrants, test.means, test.like); !got.Equal(test.want) {
				t.Errorf("%s\nnot %s", got, test.want)
			}
		})
	}
}
