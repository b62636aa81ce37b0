package acctest_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestProtocol_import(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	want := acctest.Values{"client_ext_id": "acme", "ext_id": "acme-it"}
	object, identity, diags := p.Import(t, "idm_unit", acctest.Values{"ext_id": "acme-it"})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if err := acctest.Equal(want, identity); err != nil {
		t.Error(err)
	}
	if object["parent_unit_ext_id"] != "acme-hq" || object["profileless"] != false || object["location"] != nil {
		t.Errorf("imported %v", object)
	}
	object, _, diags = p.Import(t, "idm_unit", acctest.Values{"ext_id": "nowhere"})
	if object != nil || diags.HasError() {
		t.Errorf("a unit that is not there was imported as %v: %s", object, diags)
	}
}

func TestProtocol_unknownType(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	_, invoked := p.Invoke(t, "idm_nothing", acctest.Values{})
	_, listed := p.List(t, "idm_nothing", acctest.Values{}, false, 0)
	_, opened := p.Open(t, "idm_nothing", acctest.Values{})
	_, _, imported := p.Import(t, "idm_nothing", acctest.Values{})
	for _, diags := range []acctest.Diagnostics{invoked, listed, opened, imported} {
		if !diags.HasError() || !strings.Contains(diags.String(), "idm_nothing") {
			t.Errorf("not an error that names the type, but: %s", diags)
		}
	}
}
