// Package cloud calls the cloud authentication service. It is separate from identity management,
// with its own address, login and error objects.
package cloud

import (
	"context"
	"fmt"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// API calls one instance of the service. It is safe for concurrent use.
type API struct{ c *rest.Client }

// New returns an API for the instance at config.BaseURL, which must be https, with an access key as
// its login. The server certificate is verified with the roots of config and never pinned, because
// the service changes it.
func New(config rest.Config, accessKey string) (*API, error) {
	config.Auth = rest.BearerToken(accessKey)
	c, err := rest.New(config)
	if err != nil {
		return nil, fmt.Errorf("cloud service: %w", err)
	}
	return &API{c: c}, nil
}

// Ping checks that the service is reachable and accepts the access key: GET {base_url}/ping, which
// returns the text PONG. A *rest.Error otherwise; rest.ErrUnauthorized without an access key,
// rest.ErrForbidden with an invalid one.
func (a *API) Ping(ctx context.Context) (string, error) {
	request := a.c.Request(http.MethodGet, "ping").Header("Content-Type", "application/json;charset=utf-8")
	return rest.Text(ctx, a.c, request)
}
