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
	switch {
	case len(bytes.TrimSpace(content)) == 0:
		return errors.New("it is empty")
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return errors.New("it is a saved plan")
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return errors.New("it is in UTF-16, as some shells write it: write it again with --out, in UTF-8")
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		return errors.New("it begins with a byte order mark: write it again with --out, without one")
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(content, &parts); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) {
			return fmt.Errorf("it is cut off or damaged: %w", err)
		}
		return errors.New("it is not a JSON object")
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return parts[name] == nil })
	}
	switch {
	case has("format_version", "resource_changes"), has("format_version", "planned_values"):
		return errors.New("it is a plan in JSON")
	case has("lineage"), has("format_version", "values"), has("terraform_version"):
		return errors.New("it is a state")
	}
	return checkArrays(parts)
}

func checkArrays(parts map[string]json.RawMessage) error {
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
