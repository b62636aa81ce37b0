package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// call calls a function with texts over the protocol, and returns its result or its error.
func call(t *testing.T, of tftypes.Type, name string, arguments ...string) (tftypes.Value, *tfprotov6.FunctionError) {
	t.Helper()
	server, err := providerserver.NewProtocol6WithError(provider.New("test")())()
	if err != nil {
		t.Fatal(err)
	}
	req := &tfprotov6.CallFunctionRequest{Name: name}
	for _, argument := range arguments {
		value, err := tfprotov6.NewDynamicValue(tftypes.String, tftypes.NewValue(tftypes.String, argument))
		if err != nil {
			t.Fatal(err)
		}
		req.Arguments = append(req.Arguments, &value)
	}
	resp, err := server.CallFunction(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error != nil {
		return tftypes.Value{}, resp.Error
	}
	value, err := resp.Result.Unmarshal(of)
	if err != nil {
		t.Fatal(err)
	}
	return value, nil
}

var rowsType = tftypes.Map{ElementType: tftypes.Map{ElementType: tftypes.String}}

func textOf(value any) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }

func TestFunctions_table(t *testing.T) {
	got, failed := call(t, rowsType, "table", "\ufeffid;zip;until\r\nNO;08989;\r\n;;\r\n", "id", "zip", "until", "state", "line")
	if failed != nil {
		t.Fatal(failed.Text)
	}
	row := tftypes.NewValue(rowsType.ElementType, map[string]tftypes.Value{"id": textOf("NO"), "zip": textOf("08989"), "until": textOf(nil),
		"state": textOf(nil), "line": textOf("2")})
	if want := tftypes.NewValue(rowsType, map[string]tftypes.Value{"NO": row}); !got.Equal(want) {
		t.Errorf("got %s", got)
	}
	_, failed = call(t, rowsType, "table", "id,first\neva,Eva\neva,Evi\n,F\n", "id")
	want := "Line 3: id \"eva\" is in line 2 already.\nLine 4: \"id\" is empty: \", F\""
	if failed == nil || failed.Text != want || *failed.FunctionArgument != 0 {
		t.Errorf("got %v, want %s", failed, want)
	}
}

func TestFunctions_document(t *testing.T) {
	got, failed := call(t, tftypes.DynamicPseudoType, "document", "n: on\nlist: [08989, ~, {}]\nnone:\n")
	if failed != nil {
		t.Fatal(failed.Text)
	}
	var members map[string]tftypes.Value
	if err := got.As(&members); err != nil {
		t.Fatal(err)
	}
	if !members["n"].Equal(textOf("on")) || !members["none"].IsNull() {
		t.Errorf("got %s", got)
	}
	var list []tftypes.Value
	if err := members["list"].As(&list); err != nil || len(list) != 3 || !list[0].Equal(textOf("08989")) || !list[1].IsNull() {
		t.Errorf("got %s, %v", got, err)
	}
	_, failed = call(t, tftypes.DynamicPseudoType, "document", "eva: a\neva: b\n")
	if want := "Line 2: \"eva\" is in line 1 already"; failed == nil || failed.Text != want {
		t.Errorf("got %v, want %s", failed, want)
	}
	if got, failed = call(t, tftypes.DynamicPseudoType, "document", "# nothing\n"); failed != nil || !got.IsNull() {
		t.Errorf("an empty document is %s, %v", got, failed)
	}
}

func TestFunctions_days(t *testing.T) {
	for _, c := range []struct {
		name, day, zone, want string
		argument              int64
	}{
		{"day_end", "2027-06-30", "Europe/Zurich", "2027-06-30T23:59:59+02:00", -1},
		{"day_end", "31.10.2027", "Europe/Zurich", "2027-10-31T23:59:59+01:00", -1},
		{"day_start", "2027-10-31", "Europe/Zurich", "2027-10-31T00:00:00+02:00", -1},
		{"day_end", "2027-06-31", "UTC", `"2027-06-31" is not a day of the calendar`, 0},
		{"day_end", "2027-06-30", "CH", `"CH" is not a time zone; write a name of the IANA database, such as Europe/Zurich or UTC`, 1},
	} {
		got, failed := call(t, tftypes.String, c.name, c.day, c.zone)
		switch {
		case failed != nil && (failed.Text != c.want || *failed.FunctionArgument != c.argument):
			t.Errorf("%s(%s, %s): %s", c.name, c.day, c.zone, failed.Text)
		case failed == nil && !got.Equal(textOf(c.want)):
			t.Errorf("%s(%s, %s): %s", c.name, c.day, c.zone, cmp.Diff(got, textOf(c.want)))
		}
	}
}

// TestFunctions_large reads a table and a document of 5,000 people.
func TestFunctions_large(t *testing.T) {
	var rows, people strings.Builder
	rows.WriteString("id,first,family,unit,job\n")
	for i := range 5000 {
		id := fmt.Sprintf("p%d", i)
		rows.WriteString(id + ",Eva,Egger,sales,seller\n")
		people.WriteString(id + ": {first: Eva, family: Egger, roles: [a, b]}\n")
	}
	if _, failed := call(t, rowsType, "table", rows.String(), "id"); failed != nil {
		t.Error(failed.Text)
	}
	if _, failed := call(t, tftypes.DynamicPseudoType, "document", people.String()); failed != nil {
		t.Error(failed.Text)
	}
}

func TestFunctions_lines(t *testing.T) {
	of := tftypes.Map{ElementType: tftypes.Number}
	got, failed := call(t, of, "document_lines", "seller:\n  roles: [crm-reader]\n")
	if failed != nil {
		t.Fatal(failed.Text)
	}
	number := func(n int) tftypes.Value { return tftypes.NewValue(tftypes.Number, n) }
	if want := tftypes.NewValue(of, map[string]tftypes.Value{"seller": number(1), "seller.roles": number(2),
		"seller.roles.crm-reader": number(2)}); !got.Equal(want) {
		t.Errorf("got %s", got)
	}
	if got, failed = call(t, of, "document_lines", ""); failed != nil || !got.Equal(tftypes.NewValue(of, map[string]tftypes.Value{})) {
		t.Errorf("an empty document has %s, %v", got, failed)
	}
	if _, failed = call(t, of, "document_lines", "a: b\na: c\n"); failed == nil || failed.Text != "Line 2: \"a\" is in line 1 already" {
		t.Errorf("got %v", failed)
	}
}
