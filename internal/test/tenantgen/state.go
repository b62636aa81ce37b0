package tenantgen

import (
	"encoding/json"
	"fmt"
)

// Comparable returns a state of the simulator without versions and times, which every change
// advances, and without terms that a configuration removed, which the service deactivates instead
// of deleting.
func Comparable(state []byte) (string, error) {
	var tables map[string][]map[string]any
	if err := json.Unmarshal(state, &tables); err != nil {
		return "", fmt.Errorf("the state of the simulator: %w", err)
	}
	kept := map[string][]map[string]any{}
	for table, objects := range tables {
		for _, o := range objects {
			if table == terms.table() && o["active"] == false && ownKey.MatchString(terms.keyOf(o)) {
				continue
			}
			delete(o, "version")
			delete(o, "lastModified")
			kept[table] = append(kept[table], o)
		}
	}
	content, err := json.MarshalIndent(kept, "", " ")
	return string(content), err
}
