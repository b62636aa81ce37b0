package service_test

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// startCloud serves the cloud service over TLS for one access key.
func startCloud(t *testing.T, response string) *httptest.Server {
	t.Helper()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer the-access-key" {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"error":"Forbidden","path":"/ping","status":403,"timestamp":1700000000000}`)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, response)
	}))
	t.Cleanup(server.Close)
	return server
}

// cloudStep reads idm_cloud_ping with a cloud block of the provider.
func cloudStep(s *acctest.Service, server *httptest.Server, block string, checks ...resource.TestCheckFunc) resource.TestStep {
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	return resource.TestStep{
		Config: s.ProviderBlock(fmt.Sprintf("  ca_certificate = %q\n%s", ca, block)) + `data "idm_cloud_ping" "test" {}`,
		Check:  resource.ComposeAggregateTestCheckFunc(checks...),
	}
}

func cloudBlock(address, key string) string {
	return fmt.Sprintf("  cloud {\n    base_url = %q\n    access_key = %q\n  }", address, key)
}

func TestCloudPing(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	well, odd := startCloud(t, "PONG\n"), startCloud(t, "maintenance")
	const address = "data.idm_cloud_ping.test"
	s.Test(t,
		cloudStep(s, well, cloudBlock(well.URL, "the-access-key"),
			resource.TestCheckResourceAttr(address, "ok", "true"),
			resource.TestCheckResourceAttr(address, "response", "PONG"),
			resource.TestCheckNoResourceAttr(address, "error"),
		),
		cloudStep(s, well, cloudBlock(well.URL, "another-key"),
			resource.TestCheckResourceAttr(address, "ok", "false"),
			resource.TestCheckNoResourceAttr(address, "response"),
			resource.TestCheckResourceAttr(address, "error", "GET /ping: 403 Forbidden"),
		),
		cloudStep(s, odd, cloudBlock(odd.URL, "the-access-key"),
			resource.TestCheckResourceAttr(address, "ok", "false"),
			resource.TestCheckResourceAttr(address, "error", `the service returned "maintenance" instead of PONG`),
		),
	)
}

func TestCloudPing_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	well := startCloud(t, "PONG")
	plain := cloudStep(s, well, cloudBlock("http://cloud.example.com", "the-access-key"))
	plain.PlanOnly, plain.ExpectError = true, acctest.Message("Plain http to the cloud service")
	none := cloudStep(s, well, "")
	none.ExpectError = acctest.Message("Missing cloud")
	s.Test(t, plain, none)
}
