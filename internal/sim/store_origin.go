package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// snapshotArray is the array of a seed file that describes its origin in a real service. It has at
// most one element.
const snapshotArray = "snapshot"

// origin describes the real service that a seed was read from. Such data may hold duplicate names
// and grants that are older than the rule against them.
type origin struct {
	// Clients are the external IDs of the captured clients.
	Clients []string `json:"clients,omitempty"`
	// Address is the address of the service, and Time the time of the copy.
	Address string `json:"address,omitempty"`
	Time    string `json:"time,omitempty"`
	// Pseudonyms reports whether the names and texts of people are invented.
	Pseudonyms bool `json:"pseudonyms,omitempty"`
	// Quirks are the quirks of the service. They are active in addition to the quirks of [Options].
	Quirks []string `json:"quirks,omitempty"`
	// Missing holds sentences that describe gaps in the copy.
	Missing []string `json:"missing,omitempty"`
	// Unread holds the objects and lists that these sentences describe, for readers of the seed.
	// The simulator only keeps them.
	Unread []struct {
		Type        string `json:"type"`
		ClientExtID string `json:"clientExtId,omitempty"`
		ExtID       string `json:"extId,omitempty"`
		OwnerExtID  string `json:"ownerExtId,omitempty"`
	} `json:"unread,omitempty"`
}

// extractOrigin removes the origin from the arrays of a seed file and returns it, or nil.
func extractOrigin(arrays map[string][]map[string]any) (*origin, error) {
	elements := arrays[snapshotArray]
	delete(arrays, snapshotArray)
	if len(elements) == 0 {
		return nil, nil
	}
	if len(elements) > 1 {
		return nil, fmt.Errorf("seed: %s has %d elements, one is allowed", snapshotArray, len(elements))
	}
	encoded, err := json.Marshal(elements[0])
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(encoded))
	d.DisallowUnknownFields()
	var o origin
	if err := d.Decode(&o); err != nil {
		return nil, fmt.Errorf("seed: %s[0]: %w", snapshotArray, err)
	}
	if _, err := newQuirkSet(o.Quirks); err != nil {
		return nil, fmt.Errorf("seed: %s[0]: %w", snapshotArray, err)
	}
	return &o, nil
}

// quirks returns the quirks of a seed in addition to those in the options.
func (o *origin) quirks(named []string) []string {
	if o == nil {
		return named
	}
	return slices.Concat(o.Quirks, named)
}
