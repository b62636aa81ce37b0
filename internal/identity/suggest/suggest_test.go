package suggest_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

func TestDidYouMean(t *testing.T) {
	grant := []string{"app_global", "client_global", "enterprise_role_global", "unit_global", "validity"}
	units := []string{"acme-hq", "acme-it", "acme-lab", "globex"}
	for _, test := range []struct {
		name  string
		known []string
		want  string
	}{
		{"valdity", grant, `Did you mean "validity"?`},
		{"clientglobal", grant, `Did you mean "client_global"?`},
		{"clientGlobal", grant, `Did you mean "client_global"?`},
		{"CLIENT-GLOBAL", grant, `Did you mean "client_global"?`},
		{"acme-hk", units, `Did you mean "acme-hq", "acme-it"?`},
		{"acme-hq", []string{"acme-hq"}, ""},
		{"es", []string{"en", "de", "fr", "it"}, `Did you mean "en"?`},
		{"x", []string{"y", "z"}, ""},
		{"", []string{"a"}, ""},
		{"_", []string{"a"}, ""},
		{"marketing", units, ""},
		{"lab", units, `Did you mean "acme-lab"?`},
		{"Reader", []string{"crm-reader", "readers", "wiki_reader"}, `Did you mean "readers"?`},
		{"Reader", []string{"crm-reader", "wiki_reader", "crm-readers"}, `Did you mean "crm-reader", "wiki_reader"?`},
		{"anything", nil, ""},
		{"ab1", []string{"ab2", "ab3", "ab4", "ab5", "ab6", "ab7"}, `Did you mean "ab2", "ab3", "ab4", "ab5", "ab6"?`},
		{"abcd", []string{"abxx", "abcx"}, `Did you mean "abcx", "abxx"?`},
		{"Lager\x1b", []string{"Lager"}, `Did you mean "Lager"?`},
	} {
		if got := suggest.DidYouMean(test.name, test.known); got != test.want {
			t.Errorf("%q: %s, not %s", test.name, got, test.want)
		}
	}
}

func TestOffer(t *testing.T) {
	for _, test := range []struct {
		known []string
		want  string
	}{
		{[]string{"acme", "globex"}, `Did you mean "acme"?`},
		{[]string{"globex", "initech"}, `There are "globex", "initech".`},
		{[]string{"globex1", "globex2", "globex3", "globex4", "globex5", "globex6"}, ""},
		{nil, ""},
	} {
		if got := suggest.Offer("acmee", test.known); got != test.want {
			t.Errorf("%q: %s, not %s", test.known, got, test.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	if got := suggest.Quoted([]string{"a", "b\n"}); got != `"a", "b\n"` {
		t.Error(got)
	}
}
