package grants

import "encoding/json"

// Records contains the data about grants that an authoritative resource stores in addition to its
// visible map, with the same keys.
type Records map[string]Record

// Record contains the external ID of a grant and the version that the next plan is based on.
type Record struct {
	ExtID   string `json:"ext_id"`
	Version int64  `json:"version"`
}

// RecordsKey is the key of the records in the private state of a resource.
const RecordsKey = "grants"

// ParseRecords decodes the result of JSON. An empty input, as after an import, results in no
// records.
func ParseRecords(raw []byte) (Records, error) {
	records := Records{}
	if len(raw) == 0 {
		return records, nil
	}
	err := json.Unmarshal(raw, &records)
	return records, err
}

// JSON encodes the records.
func (r Records) JSON() []byte {
	// Encoding strings and numbers cannot fail.
	raw, _ := json.Marshal(r)
	return raw
}
