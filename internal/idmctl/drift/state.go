package drift

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A saved plan is a zip file. It contains the state before and after the refresh.
const (
	recordedState = "tfstate-prev"
	foundState    = "tfstate"
)

// versions maps addresses to the provider's private state.
type versions map[string]private

// private is the part of an object's private state with versions.
type private struct {
	version int64 // 0 when the object has none
	grants  grants.Records
}

// savedVersions returns the versions at the last apply and those after the refresh, of all parts of
// a plan.
func savedVersions(p *plan.Plan) (recorded, found versions, err error) {
	recorded, found = versions{}, versions{}
	for _, part := range p.Parts() {
		was, is, err := readVersions(part.File)
		if err != nil {
			return nil, nil, err
		}
		for address, one := range was {
			recorded[part.Address(address)] = one
		}
		for address, one := range is {
			found[part.Address(address)] = one
		}
	}
	return recorded, found, nil
}

// readVersions reads the versions in a saved plan. It returns nothing for a file without them, such
// as the JSON of a plan or an encrypted plan.
func readVersions(file string) (recorded, found versions, err error) {
	// A plan from standard input has no file, and a joined plan has several.
	content, _ := os.ReadFile(file)
	entries, err := plan.Entries(content)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w: plan again", file, err)
	}
	for name, into := range map[string]*versions{recordedState: &recorded, foundState: &found} {
		state, exists := entries[name]
		if !exists {
			continue
		}
		if *into, err = stateVersions(state); err != nil {
			return nil, nil, fmt.Errorf("%s: the state in it cannot be read: plan again: %w", file, err)
		}
	}
	return recorded, found, nil
}

func stateVersions(content []byte) (versions, error) {
	var state struct {
		Resources []struct {
			Module, Mode, Type, Name string
			Instances                []struct {
				Key     any    `json:"index_key"`
				Deposed string `json:"deposed"`
				Private []byte `json:"private"`
			}
		}
	}
	if err := json.Unmarshal(content, &state); err != nil {
		return nil, err
	}
	all := versions{}
	for _, resource := range state.Resources {
		address := resource.Type + "." + resource.Name
		if resource.Module != "" {
			address = resource.Module + "." + address
		}
		for _, instance := range resource.Instances {
			if resource.Mode == "managed" && instance.Deposed == "" {
				all[address+instanceKey(instance.Key)] = privateOf(instance.Private)
			}
		}
	}
	return all, nil
}

// privateOf parses the private state of one object. The private state of other providers has other
// keys, and gives the zero value.
func privateOf(raw []byte) private {
	var entries map[string][]byte
	if json.Unmarshal(raw, &entries) != nil {
		return private{}
	}
	var p private
	p.version, _ = strconv.ParseInt(string(entries["version"]), 10, 64)
	p.grants, _ = grants.ParseRecords(entries[grants.RecordsKey])
	return p
}

// instanceKey returns the key of an instance in the syntax of addresses.
func instanceKey(key any) string {
	switch key := key.(type) {
	case string:
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{").Replace(key)
		return `["` + quoted + `"]`
	case float64:
		return fmt.Sprintf("[%d]", int64(key))
	}
	return ""
}
