package main

import (
	"encoding/json"
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// change is a planned change of one object.
type change struct {
	Address, Type string
	Change        struct {
		Actions       []string
		Before, After map[string]any
	}
}

// plannedCells reads a JSON plan. It returns the values that the plan is based on, the values that
// it changes, and the addresses of their objects.
func plannedCells(plan []byte) (read map[cell]string, edits map[cell]string, addresses map[cell]string, err error) {
	var document struct {
		Changes []change `json:"resource_changes"`
	}
	if err := json.Unmarshal(plan, &document); err != nil {
		return nil, nil, nil, fmt.Errorf("the plan: %w", err)
	}
	read, edits, addresses = map[cell]string{}, map[cell]string{}, map[cell]string{}
	for _, c := range document.Changes {
		kind := tenantgen.WritableOf(func(w *tenantgen.Writable) bool { return w.Resource == c.Type })
		if kind == nil {
			continue
		}
		object := kind.Collection + "/" + tenantgen.Text(c.Change.Before, "ext_id")
		for _, name := range kind.Names() {
			at := cell{object, tenantgen.APIName(name)}
			read[at] = tenantgen.Text(c.Change.Before, name)
			addresses[at] = c.Address
			if after := tenantgen.Text(c.Change.After, name); after != read[at] {
				edits[at] = after
			}
		}
	}
	return read, edits, addresses, nil
}
