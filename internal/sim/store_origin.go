package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// snapshotArray is the array of a seed file that was taken of a living service. It has at most one
// element.
const snapshotArray = "snapshot"

// origin says what a seed that was taken of a living service knows of it. Such data may hold names
// and grants twice, because they are older than the rule.
type origin struct {
	// Clients are the external ids of what the seed was taken of.
	Clients []string `json:"clients,omitempty"`
	// Pseudonyms tells that names and texts of people are invented.
	Pseudonyms bool `json:"pseudonyms,omitempty"`
	// Quirks are those of the service, switched on beside the quirks of [Options].
	Quirks []string `json:"quirks,omitempty"`
	// Missing are sentences about what the copy lacks.
	Missing []string `json:"missing,omitempty"`
	// Unread are the objects and lists behind these sentences, for readers of the seed. The simulator
	// only keeps them.
	Unread []struct {
		Type        string `json:"type"`
		ClientExtID string `json:"clientExtId,omitempty"`
		ExtID       string `json:"extId,omitempty"`
		OwnerExtID  string `json:"ownerExtId,omitempty"`
	} `json:"unread,omitempty"`
}

// takeOrigin takes the origin out of the arrays of a seed file; nil when it names none.
func takeOrigin(arrays map[string][]map[string]any) (*origin, error) {
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

// quirks are those of a seed, beside the ones that the options name.
func (o *origin) quirks(named []string) []string {
	if o == nil {
		return named
	}
	return slices.Concat(o.Quirks, named)
}
