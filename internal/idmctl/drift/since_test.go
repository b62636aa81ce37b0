package drift_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
)

const serviceAddress = "https://idm.example.com"

var taken = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// whole returns a snapshot with an object of each kind, changed by edit.
func whole(t *testing.T, edit func(map[string][]map[string]any)) []byte {
	t.Helper()
	content, err := os.ReadFile("../snapshot/testdata/whole.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]map[string]any
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	all["snapshot"] = []map[string]any{{"clients": []string{all["clients"][0]["extId"].(string)}, "address": serviceAddress,
		"time": taken.Format(time.RFC3339)}}
	if edit != nil {
		edit(all)
	}
	content, err = json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func since(t *testing.T, before, after []byte) *drift.Since {
	t.Helper()
	b, err := drift.NewBaseline("monday.json", before, serviceAddress+"/", "", taken.Add(49*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Compare(after, serviceAddress, taken.Add(49*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A change of each attribute of each kind of object, its creation and its deletion are changes; a
// sign-in does not count.
func TestSince(t *testing.T) {
	var all map[string][]map[string]any
	if err := json.Unmarshal(whole(t, nil), &all); err != nil {
		t.Fatal(err)
	}
	if s := since(t, whole(t, nil), whole(t, nil)); s.Found() || !strings.Contains(s.Document().Text(0), "49h0m0s ago") {
		t.Errorf("%+v\n%s", s, s.Document().Text(0))
	}
	cases := 0
	for kind, objects := range all {
		if kind == "snapshot" || kind == "callers" || kind == "clients" {
			continue
		}
		last := len(objects) - 1
		without := func(all map[string][]map[string]any) { all[kind] = all[kind][:last] }
		if s := since(t, whole(t, nil), whole(t, without)); !has(s, kind, "deleted") {
			t.Errorf("%s deleted: %+v", kind, s.Objects)
		}
		if s := since(t, whole(t, without), whole(t, nil)); !has(s, kind, "created") {
			t.Errorf("%s created: %+v", kind, s.Objects)
		}
		for name := range objects[last] {
			if strings.HasSuffix(name, "LoginDate") || strings.HasSuffix(name, "LoginCount") {
				continue
			}
			cases++
			removed := func(all map[string][]map[string]any) { delete(all[kind][last], name) }
			s := since(t, whole(t, nil), whole(t, removed))
			if !s.Found() || !has(s, kind, "changed") && !has(s, kind, "created") && !has(s, kind, "deleted") {
				t.Errorf("%s without %s: %+v", kind, name, s.Objects)
			}
		}
	}
	if cases < 90 {
		t.Errorf("only %d attributes", cases)
	}
	signedIn := func(all map[string][]map[string]any) {
		all["users"][0]["lastSuccessfulLoginDate"] = "2026-06-02T00:00:00Z"
	}
	if s := since(t, whole(t, nil), whole(t, signedIn)); s.Found() {
		t.Errorf("a sign-in: %+v", s.Objects)
	}
	reverted := func(all map[string][]map[string]any) { all["users"][0]["version"] = 99 }
	if s := since(t, whole(t, nil), whole(t, reverted)); !has(s, "users", "changed") {
		t.Error("a version alone is not a change")
	}
}

func has(s *drift.Since, kind, change string) bool {
	return slices.ContainsFunc(s.Objects, func(o drift.Drifted) bool { return o.Type == kind && o.Action == change })
}

// A grant that is opened for all clients is the first line, with the person.
func TestSince_access(t *testing.T) {
	opened := func(all map[string][]map[string]any) { all["authorizations"][0]["clientGlobal"] = true }
	closed := func(all map[string][]map[string]any) {
		delete(all["authorizations"][0], "validity")
		all["authorizations"][0]["clientGlobal"] = false
		all["users"][0]["userState"] = "active"
		delete(all["users"][0], "validity")
		for _, p := range all["profiles"] {
			delete(p, "validity")
			p["profileState"] = "active"
		}
		for _, u := range all["units"] {
			delete(u, "validity")
			u["state"] = "active"
		}
	}
	s := since(t, whole(t, closed), whole(t, func(all map[string][]map[string]any) { closed(all); opened(all) }))
	if len(s.Access) == 0 || !strings.Contains(s.Access[0].Change, "wider") || !slices.Contains(s.Access[0].Rooms, "client_global") {
		t.Errorf("%+v", s.Access)
	}
}

// A snapshot that proves nothing about this service is refused, and unread parts are listed.
func TestSince_refused(t *testing.T) {
	origin := func(values map[string]any) []byte {
		return whole(t, func(all map[string][]map[string]any) { maps.Copy(all["snapshot"][0], values) })
	}
	for want, content := range map[string][]byte{
		"it is a snapshot of https://other.example.com": origin(map[string]any{"address": "https://other.example.com"}),
		"after the time of this machine":                origin(map[string]any{"time": taken.AddDate(1, 0, 0).Format(time.RFC3339)}),
		"does not record its service and its time":      whole(t, func(all map[string][]map[string]any) { delete(all, "snapshot") }),
		"does not record its service and":               origin(map[string]any{"address": ""}),
		"are pseudonyms":                                origin(map[string]any{"pseudonyms": true}),
		"it has the clients globex, and not":            origin(map[string]any{"clients": []string{"globex"}}),
		"have the key": whole(t, func(all map[string][]map[string]any) {
			all["users"] = append(all["users"], all["users"][0])
		}),
	} {
		if _, err := drift.NewBaseline("a.json", content, serviceAddress, "acme", taken.Add(time.Hour)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := since(t, origin(map[string]any{"missing": []string{"Units could not be read."}}), whole(t, nil))
	if s.Found() || len(s.NotRead) != 1 || !strings.Contains(s.Document().Text(0), "a part could not be compared") {
		t.Errorf("%+v\n%s", s, s.Document().Text(0))
	}
}
