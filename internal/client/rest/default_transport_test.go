package rest_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// The configuration of a Client does not affect http.DefaultTransport and http.DefaultClient, which
// other parts of the process share.
func TestNew_leavesTheDefaultsAlone(t *testing.T) {
	shared, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		t.Fatalf("the default transport is a %T", http.DefaultTransport)
	}
	authority, _ := keyPair(t)
	proxy := &url.URL{Scheme: "http", Host: "proxy.invalid:3128"}
	client(t, "http://service.invalid", func(config *rest.Config) {
		config.CACertificate, config.Proxy = authority, proxy
	})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://service.invalid/", nil)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := shared.Proxy(request)
	if err != nil || chosen != nil && chosen.Host == proxy.Host {
		t.Errorf("the default transport has the proxy %v, %v", chosen, err)
	}
	if shared.TLSClientConfig != nil && shared.TLSClientConfig.RootCAs != nil || http.DefaultTransport != http.RoundTripper(shared) ||
		http.DefaultClient.Transport != nil {
		t.Error("the defaults of net/http have what one client was configured with")
	}
}
