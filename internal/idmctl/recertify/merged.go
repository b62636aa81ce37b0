package recertify

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// mergedFile records which decisions a merge wrote to the configuration: a grant that it removed from
// a file is in no file when the campaign is merged again.
const mergedFile = "merged.yaml"

// Merged are the decisions that merges wrote, by the ID of the entry.
type Merged map[string]string

// ReadMerged returns the decisions that earlier merges wrote.
func ReadMerged(folder string) (Merged, error) {
	m := Merged{}
	content, err := input.ReadFile(filepath.Join(folder, mergedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	return m, yaml.Unmarshal(content, &m)
}

// Has reports whether a merge wrote a decision.
func (m Merged) Has(d Decision) bool { return m[d.ID] == d.text() }

// Add records that a merge wrote all decisions but the rest, and writes the file if it changes.
func (m Merged) Add(folder string, decisions, rest []Decision) error {
	left, changed := map[string]bool{}, false
	for _, d := range rest {
		left[d.ID] = true
	}
	for _, d := range decisions {
		if d.Verdict != Keep && !left[d.ID] && !m.Has(d) {
			m[d.ID], changed = d.text(), true
		}
	}
	if !changed {
		return nil
	}
	content, err := yaml.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, mergedFile), content, 0o600)
}

// text returns the decision as its owner writes it.
func (d Decision) text() string {
	if d.Verdict == Until {
		return strings.Join([]string{Until, d.Last.Format(time.DateOnly)}, " ")
	}
	return d.Verdict
}
