package query

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":"x","b":"","c":null,"d":true,"e":1.5,"f":[{"g":"y"},2]}`: `{"a":"x","b":<null>,"c":<null>,"d":true,"e":1.5,"f":[{"g":"y"},2]}`,
		`{}`: `{}`,
	} {
		hit, err := decode(json.RawMessage(text))
		if err != nil {
			t.Error(err)
		} else if got := attrs.Tree(hit, scalar).String(); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
	if _, err := decode(json.RawMessage(`{"a":`)); err == nil {
		t.Error("a broken hit was decoded")
	}
}

func TestDecode_largeNumber(t *testing.T) {
	t.Parallel()
	const large = "12345678901234567890123"
	hit, err := decode(json.RawMessage(large))
	if err != nil {
		t.Fatal(err)
	}
	number, ok := attrs.Tree(hit, scalar).(types.Number)
	if !ok || number.ValueBigFloat().Text('f', 0) != large {
		t.Errorf("%s is %s", large, number)
	}
}
