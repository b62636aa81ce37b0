package main

import "testing"

func TestRead(t *testing.T) {
	o := read(1, []byte(`{"type":"change_summary","changes":{"add":3,"change":2,"remove":1,"operation":"plan"}}
{"type":"change_summary","changes":{"add":1,"change":0,"remove":0,"operation":"apply"}}
{"type":"diagnostic","diagnostic":{"severity":"error","summary":"Could not create unit","address":"idm_unit.u1","detail":"adopt it:\n\nimport {\n  to = idm_unit.example # use the address shown after \"with\"\n  id = \"acme/u1\"\n}"}}
{"type":"diagnostic","diagnostic":{"severity":"warning","address":"idm_unit.u2","detail":"none"}}
no JSON
`))
	if o.planned != 6 || len(o.of("error")) != 1 || len(o.of("warning")) != 1 || len(o.rest) != 1 {
		t.Errorf("%+v", o)
	}
}
