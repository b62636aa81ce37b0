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
	s := play(t)
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

func TestUnit_quirks(t *testing.T) { play(t) }
