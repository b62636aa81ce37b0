package sim_test

import (
	"strings"
	"testing"
)

func TestUnit_lifecycle(t *testing.T) { play(t) }

func TestUnit_patch(t *testing.T) {
	s := play(t)
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

func TestUnit_delete(t *testing.T) { play(t) }

func TestUnit_move(t *testing.T) { play(t) }

func TestUnit_laterReleases(t *testing.T) { play(t) }

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
