package plan_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

func TestNormalizeAddress(t *testing.T) {
	for name, test := range map[string]struct {
		want      string
		addresses []string
	}{
		"plain": {"https://idm.example.com/api", []string{
			"https://idm.example.com/api", "  https://idm.example.com/api\n", "HTTPS://IDM.Example.Com/api",
			"https://idm.example.com:443/api", "https://idm.example.com:0443/api", "https://idm.example.com:/api",
			"https://idm.example.com./api", "https://idm.example.com.:443/api//", "https://idm.example.com/api/",
			"https://user@idm.example.com/api", "https://user:pass%40word@idm.example.com/api",
		}},
		"without a path": {"https://idm.example.com", []string{
			"https://idm.example.com", "https://idm.example.com/", "https://idm.example.com.//",
		}},
		"plain HTTP":              {"http://idm.example.com", []string{"http://idm.example.com:80/", "HTTP://idm.example.com"}},
		"the other scheme's port": {"http://idm.example.com:443", []string{"http://idm.example.com:443/"}},
		"another port": {"https://idm.example.com:8443",
			[]string{"https://idm.example.com.:8443/", "https://IDM.example.com:08443"}},
		"case of the path counts": {"https://idm.example.com/API", []string{"https://idm.example.com/API/"}},
		"international host": {"https://xn--bcher-kva.example", []string{
			"https://bücher.example", "https://BÜCHER.example.", "https://xn--bcher-kva.example/", "https://XN--BCHER-KVA.example:443",
		}},
		"not a valid international host": {"https://a_b.example", []string{"https://A_B.example./"}},
		"IPv4":                           {"http://127.0.0.1:8080", []string{"http://127.0.0.1:8080/"}},
		"IPv6": {"https://[2001:db8::1]/api", []string{
			"https://[2001:DB8::1]:443/api/", "https://[2001:db8::1]/api",
		}},
		"IPv6 with a port": {"http://[::1]:8080", []string{"http://[::1]:8080/"}},
		"percent-encoding": {"https://idm.example.com/a~b%2Fc%20d", []string{"https://idm.example.com/a~b%2Fc%20d/"}},
		"a query": {"https://login.example.com/token?tenant=sha256:559aead0&x", []string{
			"https://login.example.com:443/token?tenant=A&x", "https://login.example.com/token?tenant=A&x#secret",
		}},
		"no address, a key":    {"b c", []string{"b c?subscription-key=secret"}},
		"no address":           {"idm.example.com", []string{"idm.example.com", "user:secret@idm.example.com"}},
		"no address, a secret": {"b c", []string{"https://user:p@a@b c"}},
		"empty":                {"", []string{"", " "}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, address := range test.addresses {
				if got := plan.NormalizeAddress(address); got != test.want {
					t.Errorf("%q is %q, not %q", address, got, test.want)
				}
				if again := plan.NormalizeAddress(test.want); again != test.want {
					t.Errorf("%q is %q the second time", test.want, again)
				}
			}
		})
	}
}

func TestSameAddress(t *testing.T) {
	if !plan.SameAddress("https://idm.example.com.", "https://IDM.example.com:443/") {
		t.Error("one service is taken for two")
	}
	for _, other := range []string{
		"https://idm.example.com?tenant=A", "https://idm.example.com/%2F",
		"http://idm.example.com", "https://idm.example.com:8443", "https://idm.example.com/api", "https://idm.example.org",
	} {
		if plan.SameAddress("https://idm.example.com", other) {
			t.Errorf("%s is taken for https://idm.example.com", other)
		}
	}
}
