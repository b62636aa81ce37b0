package drift

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Accepted is a file with the objects that a team knows and does not manage.
type Accepted struct {
	FormatVersion string  `yaml:"format_version"`
	Objects       []Known `yaml:"objects"`

	// index contains the objects without names.
	index map[Known]bool
}

// Known is an accepted object, with its access at the time of the acceptance.
type Known struct {
	Kind   string `yaml:"kind"`
	ID     string `yaml:"id"`
	Name   string `yaml:"name,omitempty"`
	Access string `yaml:"access,omitempty"`
}

const acceptedVersion = "1.0"

// acceptedHeader begins the file for its readers.
const acceptedHeader = "# Objects that no state contains and that this team knows. idmctl drift --accept reports all others, and these\n" +
	"# if their access changes. Review changes of this file. It contains personal data.\n"

// ReadAccepted reads a file in YAML or JSON.
func ReadAccepted(name string) (*Accepted, error) {
	content, err := input.ReadFile(name)
	if err != nil {
		return nil, err
	}
	a := &Accepted{}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	err = decoder.Decode(a)
	if rest := decoder.Decode(new(any)); err == nil && !errors.Is(rest, io.EOF) {
		err = errors.New("two documents")
	}
	if err == nil && a.FormatVersion != acceptedVersion {
		err = fmt.Errorf("its format_version is %q, and not %q", a.FormatVersion, acceptedVersion)
	}
	for i, known := range a.Objects {
		if row := objecttype.ByName(known.Kind); err == nil && (row == nil || row.Drift.Count == 0 || known.ID == "") {
			err = fmt.Errorf("object %d: correct its kind and ID: %q %q", i+1, known.Kind, known.ID)
		}
	}
	a.index = map[Known]bool{}
	for _, known := range a.Objects {
		a.index[known.key()] = true
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: name a file that idmctl drift --write-accepted wrote", name,
			strings.Join(strings.Fields(err.Error()), " "))
	}
	return a, nil
}

// Accept returns the file with all objects of the report that no state contains.
func (r *Report) Accept() ([]byte, error) {
	if r.Unmanaged == nil {
		return nil, errors.New("the tenant was not searched for objects in no state: name a full plan, and set the variables IDM_…")
	}
	file := Accepted{FormatVersion: acceptedVersion, Objects: []Known{}}
	for _, o := range slices.Concat(r.Unmanaged.Objects, r.Unmanaged.known) {
		file.Objects = append(file.Objects, Known{o.Kind, o.ID, o.Name, o.Access})
	}
	slices.SortFunc(file.Objects, func(a, b Known) int { return strings.Compare(a.Kind+" "+a.ID, b.Kind+" "+b.ID) })
	b := bytes.NewBufferString(acceptedHeader)
	encoder := yaml.NewEncoder(b)
	encoder.SetIndent(2)
	err := encoder.Encode(file)
	return b.Bytes(), err
}

// has reports whether the file contains an object with the same access.
func (a *Accepted) has(one Known) bool { return a != nil && a.index[one.key()] }

// key returns an object without its name, unless the name is what the object gives.
func (k Known) key() Known {
	if row := objecttype.ByName(k.Kind); row == nil || row.Class != objecttype.Grant {
		k.Name = ""
	}
	return k
}

// accessOf describes what an object gives: a state other than active, its unit, the open data rooms
// of a grant, and the validity.
func accessOf(value any) string {
	var state string
	var validity idm.Validity
	var parts []string
	switch value := value.(type) {
	case idm.User:
		state, validity = value.UserState, value.Validity
	case idm.Unit:
		state, validity = value.State, value.Validity
		parts = append(parts, "in "+value.ParentUnitExtID)
	case idm.Profile:
		state, validity = value.ProfileState, value.Validity
		parts = append(parts, "in "+value.UnitExtID)
	case idm.Authorization:
		validity = value.Validity
		for i, open := range value.Rooms() {
			if open == nil || *open {
				parts = append(parts, grants.Rooms[i].Attribute)
			}
		}
	case idm.EnterpriseAuthorization:
		validity = value.Validity
	case idm.Application:
		parts = append(parts, value.URL)
	}
	if !strings.EqualFold(state, "active") {
		parts = append(parts, state)
	}
	if validity.From != "" {
		parts = append(parts, "from "+validity.From)
	}
	if validity.To != "" {
		parts = append(parts, "until "+validity.To)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" || part == "in " }), ", ")
}
