package idmctl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// allowed contains the permissions of a caller and its visible clients.
type allowed struct {
	Permissions []string `json:"elementaryPermissions"`
	Clients     []string `json:"clients,omitempty"`

	source string
}

// readAllowed reads a file of idmctl snapshot --permissions-only, the response of the service to
// /principal/v1/permissions, or a list with one permission per line.
func readAllowed(file string) (allowed, error) {
	content, err := input.ReadFile(file)
	if err != nil {
		return allowed{}, err
	}
	var read allowed
	if bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) {
		err = json.Unmarshal(content, &read)
	} else {
		read.Permissions = strings.Fields(string(content))
	}
	if err != nil || read.Permissions == nil {
		return allowed{}, fmt.Errorf("%s: it contains no permissions: write it with idmctl snapshot --permissions-only", file)
	}
	return read, nil
}
