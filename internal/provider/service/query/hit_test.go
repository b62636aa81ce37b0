package query

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":"x","b":"","c":null,"d":true,"e":1.5,"f":[{"g":"y"},2]}`: `{"a":"x","b":<null>,"c":<null>,"d":true,"e":1.5,"f":[{"g":"y"},2]}`,
		`{}`: `{}`,
	} {
		value, err := decode(t.Context(), json.RawMessage(text))
		if err != nil {
			t.Error(err)
		} else if got := value.String(); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
	if _, err := decode(t.Context(), json.RawMessage(`{"a":`)); err == nil {
		t.Error("a broken hit was decoded")
	}
}

func TestDecode_largeNumber(t *testing.T) {
	t.Parallel()
	const large = "12345678901234567890123"
	value, err := decode(t.Context(), json.RawMessage(large))
	if err != nil {
		t.Fatal(err)
	}
	number, ok := value.(types.Number)
	if !ok || number.ValueBigFloat().Text('f', 0) != large {
		t.Errorf("%s is %s", large, value)
	}
}
