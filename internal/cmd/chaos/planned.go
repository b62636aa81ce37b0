package main

import (
	"encoding/json"
	"fmt"
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
		kind := writableOf(func(w *writable) bool { return w.resource == c.Type })
		if kind == nil {
			continue
		}
		object := kind.collection + "/" + text(c.Change.Before, "ext_id")
		for _, name := range kind.names() {
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
