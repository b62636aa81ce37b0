package plan

import "testing"

// The current object of an address keeps its private state when a deposed one has another, and its
// key may be written in several ways.
func TestStateObjects(t *testing.T) {
	found, err := stateObjects([]byte(`{"resources":[
 {"module":"module.m[\"x\"]","mode":"managed","type":"idm_unit","name":"a","instances":[
  {"index_key":"b \"c\" ${d}","private":"AQ=="},{"index_key":1,"private":"Ag=="}]},
 {"mode":"managed","type":"idm_unit","name":"a","instances":[{"private":"Aw=="},{"deposed":"0a","private":"BA=="}]},
 {"mode":"managed","type":"other_thing","name":"a","instances":[{"schema_version":0}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		`module.m["x"].idm_unit.a["b \"c\" $${d}"]`: "\x01", `module.m["x"].idm_unit.a[1]`: "\x02", "idm_unit.a": "\x03", "other_thing.a": "",
	} {
		if object, exists := found[Canonical(address)]; !exists || string(object.private) != want {
			t.Errorf("%s: %v %q", address, exists, object.private)
		}
	}
}
