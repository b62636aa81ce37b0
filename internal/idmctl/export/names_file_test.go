package export_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
)

// again exports into a folder that contains only a names.yaml.
func again(t *testing.T, names string, o export.Options) (string, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, export.NamesFile), []byte(names), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Write(t.Context(), folder, small(), o); err != nil {
		return "", err
	}
	var all strings.Builder
	for _, name := range []string{"units.tf", "profiles.tf", "imports.tf", export.NamesFile} {
		all.WriteString(read(t, folder, name))
	}
	return all.String(), nil
}

func TestNames_honoured(t *testing.T) {
	got, err := again(t, `# mine
addresses:
  idm_unit:
    acme/hq: idm_unit.head-office # by hand
    acme/gone: idm_unit.hq
  idm_profile: {acme/p: idm_profile.boss}
`, export.Options{Grants: export.Single})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`resource "idm_unit" "head-office"`, "unit_ext_id = idm_unit.head-office.ext_id", "to = idm_profile.boss",
		"acme/gone: idm_unit.hq\n",
		"acme/hq: idm_unit.head-office\n",
	} {
		if !strings.Contains(squeeze(got), squeeze(want)) {
			t.Errorf("%s is missing:\n%s", want, got)
		}
	}
}

func TestNames_refused(t *testing.T) {
	for content, want := range map[string]string{
		"addresses:\n  idm_unit:\n    acme/a: idm_unit.x\n    acme/b: idm_unit.x\n": "the address idm_unit.x is the one of acme/a already",
		"addresses:\n  idm_unit:\n    acme/a: idm_unit.4711\n":                      `acme/a: "4711" cannot be the name of a resource`,
		"addresses:\n  idm_unit:\n    acme/a: \"idm_unit.a b\"\n":                   `acme/a: "a b" cannot be the name of a resource`,
		"addresses:\n  idm_unit:\n    acme/a: idm_profile.x\n":                      `"idm_profile.x" is not an address of idm_unit`,
		"addresses:\n  idm_unit:\n    acme/a: [x]\n":                                `line 3: cannot unmarshal !!seq`,
		"addresses:\n  idm_unit:\n    acme/a: idm_unit.x\n    acme/a: idm_unit.y\n": `line 4: mapping key "acme/a" already defined at line 3`,
		"addresses:\n  idm_unti: {}\n":                                              "idm_unti: the export does not write this type",
		"addresses: 4\n":                                                            "line 1: cannot unmarshal !!int",
		"adresses: {}\n":                                                            "line 1: field adresses not found",
		"split: maybe\n":                                                            "line 1: cannot unmarshal !!str `maybe` into bool",
		"parts:\n  acme/a: provider\n":                                              `acme/a: "provider" cannot be the name of a part`,
		"parts:\n  acme/a: x\n  acme/b: x\n":                                        "acme/b: the part x is the one of acme/a already",
		"a: b: c\n":                                                                 "mapping values are not allowed",
	} {
		_, err := again(t, content, export.Options{Grants: export.Single})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), export.NamesFile) {
			t.Errorf("%q is reported as %v, want %s", content, err, want)
		}
	}
}

// Units with the same name are distinguished by their parents, and people by their units. Only the
// local part of a mail address is used in names.
func TestWrite_names(t *testing.T) {
	of := small()
	of.Users = []idm.User{{ExtID: "u", LoginID: "a.muster@mail.acme.example", Name: idm.UserName{FirstName: "Anna", FamilyName: "Müller"}},
		{ExtID: "v", LoginID: "ben@acme.example"}}
	of.Units = append(of.Units, idm.Unit{ExtID: "s", Name: "Region Süd", ParentUnitExtID: "hq"}, idm.Unit{ExtID: "n", Name: "Region Nord",
		ParentUnitExtID: "hq"},
		idm.Unit{ExtID: "4d25deb3", Name: "Recht & Compliance", ParentUnitExtID: "s"}, idm.Unit{ExtID: "2", Name: "Recht & Compliance",
			ParentUnitExtID: "n"})
	of.Profiles[0].UnitExtID = "4d25deb3"
	second := of.Profiles[0]
	second.ExtID, second.UserExtID = "q", "v"
	of.Profiles = append(of.Profiles, second)
	_, units := write(t, of, export.Single, "units.tf")
	_, profiles := write(t, of, export.Single, "profiles.tf")
	for _, want := range []string{`"hq"`, `"region_sued"`, `"region_sued_recht_compliance"`, `"region_nord_recht_compliance"`} {
		if !strings.Contains(units, `"idm_unit" `+want) {
			t.Errorf("%s is missing:\n%s", want, units)
		}
	}
	for _, want := range []string{`"idm_profile" "anna_mueller_recht_compliance"`, `"idm_profile" "ben_recht_compliance"`,
		`user_ext_id   = "u" # Anna Müller`} {
		if !strings.Contains(squeeze(profiles), squeeze(want)) {
			t.Errorf("%s is missing:\n%s", want, profiles)
		}
	}
	if strings.Contains(units+profiles, "example") || strings.Contains(units+profiles, "4d25deb3\" {") {
		t.Errorf("a mail domain or an id is a name:\n%s%s", units, profiles)
	}
}

// squeeze collapses whitespace.
func squeeze(content string) string { return strings.Join(strings.Fields(content), " ") }
