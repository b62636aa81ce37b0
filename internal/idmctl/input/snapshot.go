package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// arrays are the arrays of a seed file of the simulator, which a snapshot is.
var arrays = []string{
	"clients", "applications", "roles", "enterpriseRoles", "units", "users", "profiles", "authorizations", "enterpriseAuthorizations",
	"clientApplications", "credentials", "terms", "consents", "propertyDefinitions", "properties", "policies", "dispatchTargets",
	"personalQuestions", "notifications", "cloudAccessKeys", "cloudUsers", "cloudIntents", "cloudTransactions", "callers", "snapshot",
}

// ReadSnapshot returns the content of a snapshot file. Any other file is an error: a file without
// facts would be a tenant without any access.
func ReadSnapshot(name string) ([]byte, error) {
	content, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := checkSnapshot(content); err != nil {
		return nil, fmt.Errorf("%s is not a snapshot: %w. Name a file that idmctl snapshot wrote", name, err)
	}
	return content, nil
}

// checkSnapshot returns an error that describes a file other than a snapshot.
func checkSnapshot(content []byte) error {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(content, &parts); err != nil {
		return fmt.Errorf("it is not a JSON object in UTF-8: %w", err)
	}
	for name, part := range parts {
		if !slices.Contains(arrays, name) {
			return fmt.Errorf("it contains %q, which no snapshot has. %s", name, suggest.DidYouMean(name, arrays))
		}
		if part = bytes.TrimSpace(part); !bytes.HasPrefix(part, []byte("[")) && string(part) != "null" {
			return fmt.Errorf("its part %q is not a list", name)
		}
	}
	var clients []struct{ ExtID string }
	if err := json.Unmarshal(parts["clients"], &clients); parts["clients"] != nil && err != nil {
		return fmt.Errorf("its clients: %w", err)
	}
	if len(clients) == 0 || clients[0].ExtID == "" {
		return errors.New("it contains no client")
	}
	return nil
}
