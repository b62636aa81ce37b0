package objecttype

import (
	"slices"
	"strings"
	"testing"
)

func TestKey_parse(t *testing.T) {
	key := Key{"client_ext_id", "profile_ext_id", "ext_id"}
	for id, want := range map[string][]string{
		"acme/p-1/a-1":            {"acme", "p-1", "a-1"},
		"acme/p%2F1/100%25":       {"acme", "p/1", "100%"},
		"acme/with space/ümlaut":  {"acme", "with space", "ümlaut"},
		"acme/%252F/a":            {"acme", "%2F", "a"},
		"acme/..%2F../a?b=c#d":    {"acme", "../..", "a?b=c#d"},
		"acme/p/" + "\x01control": {"acme", "p", "\x01control"},
	} {
		got, err := key.Parse(id)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("Parse(%q) = %q, %v; want %q", id, got, err, want)
		}
		if back := ImportID(want...); back != id {
			t.Errorf("ImportID(%q) = %q, want %q", want, back, id)
		}
	}
}

func TestKey_parseRefuses(t *testing.T) {
	key := Key{"client_ext_id", "ext_id"}
	for _, id := range []string{"sales", "acme/a/b", "acme/", "/sales", "", "acme/100%", "acme/%zz"} {
		_, err := key.Parse(id)
		if err == nil {
			t.Errorf("Parse(%q) was accepted", id)
		} else if !strings.Contains(err.Error(), "client_ext_id/ext_id") && !strings.Contains(err.Error(), "%25") {
			t.Errorf("Parse(%q) does not show the right form: %v", id, err)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add("acme", "a/b%2F")
	f.Add("%+", "//")
	f.Fuzz(func(t *testing.T, client, extID string) {
		if client == "" || extID == "" {
			return
		}
		got, err := Key{"client_ext_id", "ext_id"}.Parse(ImportID(client, extID))
		if err != nil || got[0] != client || got[1] != extID {
			t.Fatalf("%q, %q came back as %q, %v", client, extID, got, err)
		}
	})
}
