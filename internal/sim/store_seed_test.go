package sim_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

func TestSeed_refused(t *testing.T) {
	const acme = `{"clients":[{"extId":"acme","name":"Acme"}],`
	for seed, want := range map[string]string{
		`[]`:                         "seed: ",
		`{"unit":[]}`:                `unknown array "unit"`,
		`{"clients":[{"name":"x"}]}`: "clients[0]: extId is missing",
		`{"clients":[{"extId":"a","name":"x"},{"extId":"a","name":"y"}]}`: "clients[1] (a): there is such an element already",
		`{"clients":[{"extId":"a","nmae":"x"}]}`:                          "clients[0] (a): Unknown fields: nmae",
		`{"clients":[{"extId":"a","version":"x"}]}`:                       "clients[0] (a): version must be a whole number",
		`{"units":[{"clientExtId":"acme","extId":"u"}]}`:                  `units[0] (acme/u): clientExtId: the client "acme" does not exist`,
		acme +
			`"units":[{"clientExtId":"acme","extId":"u","parentUnitExtId":"v"}]}`: `parentUnitExtId: the unit "v" does not exist`,
		acme +
			`"units":[{"clientExtId":"acme","extId":"u","parentUnitExtId":"u"}]}`: "The unit is below itself",
		acme +
			`"units":[{"clientExtId":"acme","extId":"u","name":"x"},{"clientExtId":"acme","extId":"v","name":"x"}]}`: `name "x" is used already`,
		acme + `"units":[{"clientExtId":"acme","extId":"u","state":"asleep"}]}`:                        "state is \"asleep\"",
		acme + `"profiles":[{"clientExtId":"acme","extId":"p"}]}`:                                      "userExtId is mandatory",
		acme + `"profiles":[{"clientExtId":"acme","extId":"p","userExtId":"u"}]}`:                      `the user "u" does not exist`,
		acme + `"enterpriseRoles":[{"clientExtId":"acme","extId":"e","name":"e","roleExtIds":["r"]}]}`: `roleExtIds: the role "r" does not exist`,
		acme + `"users":[{"clientExtId":"acme","extId":"u","properties":{"x":"y"}}]}`:                  "The property x is not defined",
		acme + `"properties":[{"clientExtId":"acme","ownerType":"unit","ownerExtId":"u"}]}`:            `ownerExtId: the unit "u" does not exist`,
		acme + `"propertyDefinitions":[{"name":"x","scope":"onMars"}]}`:                                `scope "onMars" is unknown`,
		acme + `"propertyDefinitions":[{"name":"x","scope":"onProfileForApp"}]}`:                       "applicationExtId belongs to",
		acme + `"callers":[{"token":"secret-token","permissions":["UnitView"]}]}`:                      "does not begin with AccessControl.",
		acme + `"callers":[{"token":"secret-token","clients":["none"]}]}`:                              `the client "none" does not exist`,
		acme + `"terms":[{"extId":"t","name":"t","applicationExtIds":["x"]}]}`:                         `the application "x" does not exist`,
		acme + `"users":[{"clientExtId":"acme","extId":"u"}],"credentials":[{"clientExtId":"acme","userExtId":"u",
			"type":"Magic"}]}`: `type "Magic" is unknown`,
		acme + `"users":[{"clientExtId":"acme","extId":"u"}],"credentials":[{"clientExtId":"acme","userExtId":"u","type":"PASSWORD",` +
			`"puk":"x"}]}`: "puk is not a field of the type",
		seedWithPolicy("data.classifications", "very secret"):       "holds more than letters and digits",
		seedWithPolicy("data.classifications.top.user", "sex"):      "not declared",
		seedWithPolicy("data.classifications.top.user", "contacts"): "not declared",
	} {
		_, err := sim.New(sim.Options{Seed: []byte(seed)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", seed, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret-token") {
			t.Errorf("the error holds a token: %v", err)
		}
	}
}

func TestSeed_anyOrder(t *testing.T) {
	s := startSeed(t, `{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],
		"clients":["*"]}],
		"units":[{"clientExtId":"acme","extId":"b","parentUnitExtId":"a"},{"clientExtId":"acme","extId":"a","version":7}]}`)
	s.run(t,
		step{"GET acme/units/a", "", 200, "", `{"version":7,"created":"2025-06-01T12:00:00Z"}`},
		step{"GET acme/units/b", "", 200, "", `{"version":1,"hierarchicalName":"a/b"}`},
	)
}

// The state is a valid seed that produces the same state.
func TestState_roundTrip(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", `{"extId":"x","parentUnitExtId":"acme-it","profileless":true}`)
	s.run(t, step{"PATCH acme/units/x/properties/", `{"phone":"1"}`, 200, "", ""})
	again := startSeed(t, string(s.State()))
	if !bytes.Equal(s.State(), again.State()) {
		t.Error("the state changes when it is loaded")
	}
	if got := s.send(t, "", "GET /_sim/state", ""); got.raw != string(s.State()) {
		t.Error("/_sim/state returns something else")
	}
}

func TestStateFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	first, err := sim.New(sim.Options{Seed: sim.DemoSeed(), StateFile: file})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	state, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(state, first.State()) {
		t.Fatalf("the file differs from the state (%v)", err)
	}
	state = bytes.ReplaceAll(state, []byte("Bern"), []byte("Thun"))
	if err := os.WriteFile(file, state, 0o600); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, sim.Options{Seed: sim.DemoSeed(), StateFile: file})
	s.run(t, step{"GET acme/units/acme-hq", "", 200, "", `{"location":"Thun"}`})
	if err := os.WriteFile(file+".bad", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sim.New(sim.Options{StateFile: file + ".bad"}); err == nil {
		t.Error("a broken state file was accepted")
	}
}

func TestOptions_unknownQuirk(t *testing.T) {
	_, err := sim.New(sim.Options{Quirks: []string{"slash"}})
	if err == nil || !strings.Contains(err.Error(), "slash-strict") {
		t.Errorf("error %v does not list the quirks", err)
	}
}
