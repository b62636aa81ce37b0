package sim_test

import (
	"strings"
	"testing"
)

func TestUnit_lifecycle(t *testing.T) {
	s := start(t)
	body := `{"extId":"lab","parentUnitExtId":"acme-hq","name":"Lab","profileless":true,"displayName":{"EN":"Lab","DE":"Labor"},
		"validity":{"from":"2025-01-01T01:00:00+01:00"},"location":""}`
	if id := s.created(t, "POST acme/units/", body); id != "lab" {
		t.Errorf("created %q", id)
	}
	s.run(t,
		step{"GET acme/units/lab", "", 200, "", `{"extId":"lab","clientExtId":"acme","name":"Lab","hierarchicalName":"acme-hq/lab",
			"profileless":true,"validity":{"from":"2025-01-01T00:00:00Z","to":null},"version":1,"created":"2025-06-01T12:00:00Z",
			"lastModified":"2025-06-01T12:00:00Z","location":null,"state":null}`},
		step{"PATCH acme/units/lab", `{"version":1,"location":"Basel"}`, 200, "", `{"location":"Basel","version":2,"name":"Lab"}`},
		step{"PATCH acme/units/lab", `{"version":1,"location":"Zug"}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH acme/units/lab", `{"location":"Zug"}`, 200, "", `{"location":"Zug","version":3}`},
		step{"DELETE acme/units/lab", "", 204, "", ""},
		step{"GET acme/units/lab", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/units/lab", "", 404, "errors.noRecord", ""},
	)
}

func TestUnit_patch(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", `{"extId":"u","name":"U","profileless":false,"description":"d","displayName":{"EN":"e","DE":"d"},
		"validity":{"from":"2025-01-01T00:00:00Z","to":"2026-01-01T00:00:00Z"}}`)
	s.run(t,
		step{"PATCH acme/units/u", `{}`, 200, "", `{"version":1}`},
		step{"PATCH acme/units/u", `{"version":1}`, 200, "", `{"version":1}`},
		step{"PATCH acme/units/u", `{"name":null,"displayName":{"EN":null}}`, 200, "", `{"name":"U","displayName":{"EN":"e"},"version":2}`},
		step{"PATCH acme/units/u", `{"description":null}`, 200, "", `{"description":"d","version":2}`},
		step{"PATCH acme/units/u", `{"description":"d"}`, 200, "", `{"description":"d","version":3}`},
		step{"PATCH acme/units/u", `{"description":""}`, 200, "", `{"description":null}`},
		step{"PATCH acme/units/u", `{"displayName":{"DE":"","FR":"f"}}`, 200, "", `{"displayName":{"EN":"e","DE":null,"FR":"f"}}`},
		step{"PATCH acme/units/u", `{"displayName":{"EN":"","FR":""}}`, 200, "", `{"displayName":null}`},
		step{"PATCH acme/units/u", `{"validity":{"to":"2027-01-01T00:00:00Z"}}`, 200, "",
			`{"validity":{"from":"2025-01-01T00:00:00Z","to":"2027-01-01T00:00:00Z"}}`},
		step{"PATCH acme/units/u", `{"validity":{"to":""}}`, 422, "errors.invalidParameter", ""},
		step{"PATCH acme/units/u", `{"validity":{"to":"2020-01-01T00:00:00Z"}}`, 200, "", ""},
		step{"PATCH acme/units/u", `{"validity":{"to":"tomorrow"}}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"name":""}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"profileless":true}`, 200, "", `{"profileless":true}`},
		step{"PATCH acme/units/u", `{"profileless":"yes"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"version":"7"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"extId":"v"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"parentUnitExtId":"acme-hq"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"state":"disabled"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"displayName":{"ES":"e"}}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{`, 400, "errors.malformedRequest", ""},
		step{"PATCH acme/units/u", `[]`, 400, "errors.malformedRequest", ""},
		step{"PATCH acme/units/u", `{} {}`, 400, "errors.malformedRequest", ""},
		step{"PATCH acme/units/none", `{}`, 404, "errors.noRecord", ""},
	)
	got := s.send(t, admin, "PATCH acme/units/u", `{"nmae":"x","displayName":{},"tpyo":1}`)
	if !strings.Contains(got.raw, "nmae, tpyo") {
		t.Errorf("the unknown fields are not named: %s", got.raw)
	}
}

func TestUnit_create(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"POST acme/units/", `{"name":"x"}`, 422, "errors.invalidData", ""},
		step{"POST acme/units/", `{"name":"","profileless":false}`, 422, "errors.invalidData", ""},
		step{"POST acme/units/", `{"clientExtId":"acme","profileless":false}`, 422, "errors.invalidData", ""},
		step{"POST acme/units/", `{"extId":"acme-it","name":"x","profileless":false}`, 422, "errors.duplicateValue", ""},
		step{"POST acme/units/", `{"name":"IT","parentUnitExtId":"acme-hq","profileless":false}`, 422, "errors.duplicateName", ""},
		step{"POST acme/units/", `{"name":"IT","profileless":false}`, 201, "", ""},
		step{"POST acme/units/", `{"name":"x","parentUnitExtId":"none","profileless":false}`, 404, "errors.noRecord", ""},
		step{"POST acme/units/", `{"profileless":false,"validity":{"from":""}}`, 422, "errors.invalidParameter", ""},
		step{"POST globex/units/", `{"extId":"acme-it","name":"IT","profileless":false}`, 201, "", ""},
		step{"POST none/units/", `{"profileless":false}`, 404, "errors.noRecord", ""},
	)
	first := s.created(t, "POST acme/units/", `{"profileless":false}`)
	second := s.created(t, "POST acme/units/", `{"profileless":false}`)
	one, two := s.send(t, admin, "GET acme/units/"+first, ""), s.send(t, admin, "GET acme/units/"+second, "")
	name, other := one.body.(map[string]any)["name"], two.body.(map[string]any)["name"]
	if !strings.HasPrefix(name.(string), "unit-") || name == other {
		t.Errorf("generated names %v and %v", name, other)
	}
}

func TestUnit_delete(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", `{"extId":"sub","parentUnitExtId":"acme-it","profileless":false}`)
	s.created(t, "POST acme/users/u-ben/profiles", `{"extId":"p","unitExtId":"sub"}`)
	s.run(t,
		step{"DELETE acme/units/acme-it", "", 422, "errors.undeletedDependencies", ""},
		step{"DELETE acme/units/sub", "", 422, "errors.undeletedDependencies", ""},
		step{"DELETE acme/profiles/p", "", 204, "", ""},
		step{"DELETE acme/units/sub", "", 204, "", ""},
		step{"DELETE acme/units/acme-it", "", 204, "", ""},
	)
}

func TestUnit_move(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", `{"extId":"a","name":"A","profileless":false}`)
	s.created(t, "POST acme/units/", `{"extId":"b","name":"B","parentUnitExtId":"a","profileless":false}`)
	s.created(t, "POST acme/units/", `{"extId":"c","name":"C","parentUnitExtId":"b","profileless":false}`)
	s.created(t, "POST acme/units/", `{"extId":"it","name":"IT","profileless":false}`)
	s.run(t,
		step{"PUT acme/units/acme-it/children/b", "", 204, "", ""},
		step{"GET acme/units/b", "", 200, "", `{"parentUnitExtId":"acme-it","version":2,"hierarchicalName":"acme-hq/acme-it/b"}`},
		step{"GET acme/units/c", "", 200, "", `{"version":1,"hierarchicalName":"acme-hq/acme-it/b/c"}`},
		step{"GET acme/units/acme-it", "", 200, "", `{"version":1}`},
		step{"GET acme/units/a/children", "", 200, "", `{"items":[]}`},
		step{"GET acme/units/acme-it/children", "", 200, "", `{"items":[{"extId":"b"}]}`},
		step{"PUT acme/units/acme-it/children/b", "", 204, "", ""},
		step{"GET acme/units/b", "", 200, "", `{"version":2}`},
		step{"PUT acme/units/c/children/b", "", 422, "errors.invalidParameter", ""},
		step{"PUT acme/units/b/children/b", "", 422, "errors.invalidParameter", ""},
		step{"PUT acme/units/acme-hq/children/it", "", 422, "errors.duplicateName", ""},
		step{"PUT acme/units/none/children/b", "", 404, "errors.noRecord", ""},
		step{"PUT acme/units/a/children/none", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/units/a/children/b", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/units/acme-it/children/b", "", 204, "", ""},
		step{"GET acme/units/b", "", 200, "", `{"parentUnitExtId":null,"version":3,"hierarchicalName":"b"}`},
	)
}

func TestUnit_laterReleases(t *testing.T) {
	s := start(t, "later-releases")
	s.created(t, "POST acme/units/", `{"extId":"u","name":"U","profileless":false,"state":"disabled"}`)
	s.run(t,
		step{"GET acme/units/u", "", 200, "", `{"state":"disabled"}`},
		step{"GET acme/units/acme-hq", "", 200, "", `{"state":"active"}`},
		step{"PUT acme/units/acme-hq/children/u", "", 422, "errors.invalidParameter", ""},
		step{"PUT acme/profiles/p-anna-hq/unit/u", "", 422, "errors.invalidParameter", ""},
		step{"PATCH acme/units/u", `{"state":"archived"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"state":""}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"profileless":true}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/u", `{"state":"active"}`, 200, "", `{"state":"active"}`},
		step{"PUT acme/units/acme-hq/children/u", "", 204, "", ""},
		step{"PUT acme/profiles/p-anna-hq/unit/u", "", 204, "", ""},
	)
}

func TestUnit_quirks(t *testing.T) {
	t.Run("children-bump-version", func(t *testing.T) {
		s := start(t, "children-bump-version")
		s.created(t, "POST acme/units/", `{"extId":"u","parentUnitExtId":"acme-hq","profileless":false}`)
		s.run(t,
			step{"GET acme/units/acme-hq", "", 200, "", `{"version":2}`},
			step{"PUT acme/units/acme-it/children/u", "", 204, "", ""},
			step{"GET acme/units/acme-hq", "", 200, "", `{"version":3}`},
			step{"GET acme/units/acme-it", "", 200, "", `{"version":2}`},
			step{"DELETE acme/units/acme-it/children/u", "", 204, "", ""},
			step{"GET acme/units/acme-it", "", 200, "", `{"version":3}`},
			step{"PUT acme/units/acme-it/children/u", "", 204, "", ""},
			step{"DELETE acme/units/u", "", 204, "", ""},
			step{"GET acme/units/acme-it", "", 200, "", `{"version":5}`},
		)
	})
	t.Run("profileless-fixed", func(t *testing.T) {
		start(t, "profileless-fixed").run(t,
			step{"PATCH acme/units/acme-it", `{"profileless":true}`, 422, "errors.modifyReadonlyData", ""},
			step{"PATCH acme/units/acme-it", `{"profileless":false,"location":"x"}`, 200, "", `{"location":"x"}`},
		)
	})
	t.Run("keep-on-clear", func(t *testing.T) {
		start(t, "keep-on-clear").run(t,
			step{"PATCH acme/units/acme-hq", `{"location":"","displayName":{"DE":""}}`, 200, "",
				`{"location":"Bern","displayName":{"DE":"Hauptsitz"},"version":2}`},
		)
	})
	t.Run("server-ext-ids", func(t *testing.T) {
		s := start(t, "server-ext-ids")
		id := s.created(t, "POST acme/units/", `{"extId":"mine","profileless":false}`)
		if id == "mine" {
			t.Error("the sent external id was taken")
		}
		s.run(t,
			step{"GET acme/units/mine", "", 404, "errors.noRecord", ""},
			step{"GET acme/units/" + id, "", 200, "", ""},
		)
	})
	t.Run("duplicate-409", func(t *testing.T) {
		start(t, "duplicate-409").run(t,
			step{"POST acme/units/", `{"extId":"acme-it","profileless":false}`, 409, "errors.duplicateValue", ""},
			step{"POST acme/units/", `{"name":"IT","parentUnitExtId":"acme-hq","profileless":false}`, 409, "errors.duplicateName", ""},
		)
	})
	t.Run("ignore-unknown-fields", func(t *testing.T) {
		start(t, "ignore-unknown-fields").run(t,
			step{"PATCH acme/units/acme-it", `{"nmae":"x","location":"y"}`, 200, "", `{"name":"IT","location":"y"}`},
		)
	})
}
