package grants

import "encoding/json"

// Records are what an authoritative resource keeps of each grant in addition to the visible
// map, by the same keys.
type Records map[string]Record

// Record is the external ID of a grant, and the version of the read that the next plan is made
// from.
type Record struct {
	ExtID   string `json:"ext_id"`
	Version int64  `json:"version"`
}

// RecordsKey is the key of the records in the private state of a resource.
const RecordsKey = "grants"

// ParseRecords reads what JSON wrote. Nothing, as right after an import, is no records.
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
