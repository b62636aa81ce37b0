package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// change is what a plan does to one object.
type change struct {
	Address, Type string
	Change        struct {
		Actions       []string
		Before, After map[string]any
	}
}

// plannedCells reads a plan as JSON: the values that it was made from, and those that it changes,
// with the address of their object.
func plannedCells(plan []byte) (read map[cell]string, edits map[cell]string, addresses map[cell]string, err error) {
	var document struct {
		Changes []change `json:"resource_changes"`
	}
	if err := json.Unmarshal(plan, &document); err != nil {
		return nil, nil, nil, fmt.Errorf("the plan: %w", err)
	}
	read, edits, addresses = map[cell]string{}, map[cell]string{}, map[cell]string{}
	for _, c := range document.Changes {
		names := append([]string{"name"}, unitTexts...)
		if c.Type == "idm_profile" {
			names = append([]string{"name"}, profileTexts...)
		}
		object := strings.TrimPrefix(c.Type, "idm_") + "s/" + text(c.Change.Before, "ext_id")
		for _, name := range names {
			at := cell{object, apiName(name)}
			read[at] = text(c.Change.Before, name)
			addresses[at] = c.Address
			if after := text(c.Change.After, name); after != read[at] {
				edits[at] = after
			}
		}
	}
	return read, edits, addresses, nil
}
