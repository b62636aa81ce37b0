package export

import (
	"strings"
	"testing"
)

// An update leaves the user's text in a YAML file unchanged, and inserts new objects right below
// the key of their section or owner.
func TestAdded(t *testing.T) {
	before := `# mine
units:   # ours
  hq:
      name: HQ # by hand
      properties: {}
profiles:
  anna: { user: a }
roles:
`
	root := &node{}
	root.child("units").child("hq").child("properties").child("a").fill(number(1))
	root.below[0].below[0].below[0].below[0].fresh = true
	root.child("units").below = append(root.child("units").below, &node{key: "it", fresh: true,
		below: []*node{{key: "name", value: yamlText("IT")}}},
		&node{key: "taken_out", below: []*node{{key: "name", value: yamlText("x")}}})
	root.child("profiles").child("anna").child("authorizations").child("reader").fresh = true
	root.child("roles").below = []*node{{key: "r", fresh: true}}
	root.child("users").below = []*node{{key: "u", fresh: true}}
	root.prune()
	got, unplaced, err := added([]byte(before), root)
	want := `# mine
units:   # ours
  it:
    name: IT
  hq:
      name: HQ # by hand
      properties:
        a: 1
profiles:
  anna: { user: a }
roles:
  r: {}
users:
  u: {}
`
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s", err, got)
	}
	if strings.Join(unplaced, " ") != "profiles.anna.authorizations" {
		t.Errorf("without a place: %q", unplaced)
	}
}
