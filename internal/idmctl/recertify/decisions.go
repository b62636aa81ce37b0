package recertify

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Decision is the decision on a grant.
type Decision struct {
	Entry
	// Verdict is keep, revoke or until.
	Verdict string
	// Last is the last day for until.
	Last time.Time
	// Undecided reports that the file has no decision, so that the campaign's default applies.
	Undecided bool
}

// End returns the end of the grant for until: the last second of the last day.
func (d Decision) End() time.Time { return d.Last.AddDate(0, 0, 1).Add(-time.Second) }

// Decided is a campaign with its decisions.
type Decided struct {
	Campaign
	Decisions []Decision
	// Snapshot is the content of the snapshot file; Digests holds the digests of the files by name.
	Snapshot []byte
	Digests  map[string]string
}

// Read reads the decisions of a campaign in a folder. Errors name the file and the line.
func Read(folder string, now time.Time) (*Decided, error) {
	content, err := os.ReadFile(filepath.Join(folder, campaignFile))
	if err != nil {
		return nil, fmt.Errorf("%s is not a campaign: %w", folder, err)
	}
	d := &Decided{Digests: map[string]string{campaignFile: Digest(content)}}
	top, err := sheet.Parse(content)
	if err == nil && top != nil {
		err = top.Decode(&d.Campaign)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, campaignFile), err)
	}
	if d.Snapshot, err = input.ReadSnapshot(filepath.Join(folder, SnapshotFile)); err != nil {
		return nil, err
	}
	switch {
	case Digest(d.Snapshot) != d.SnapshotSHA256:
		return nil, fmt.Errorf("%s changed after the campaign was opened", filepath.Join(folder, SnapshotFile))
	case d.Undecided != Keep && d.Undecided != Revoke:
		return nil, fmt.Errorf("%s: undecided is %q; the values are keep and revoke", filepath.Join(folder, campaignFile), d.Undecided)
	case !slices.Contains(Owners, d.By):
		return nil, fmt.Errorf("%s: by is %q; the values are %s", filepath.Join(folder, campaignFile), d.By, strings.Join(Owners, ", "))
	}
	entries, _, err := entriesOf(d.Campaign, d.Snapshot)
	if err != nil {
		return nil, err
	}
	r := reader{known: map[string]Entry{}, seen: map[string]string{}, undecided: d.Undecided, now: now}
	for _, e := range entries {
		r.known[e.ID] = e
	}
	for _, name := range d.Files {
		if filepath.Base(name) != name {
			return nil, fmt.Errorf("%s: %q is not the name of a file in the folder", filepath.Join(folder, campaignFile), name)
		}
		path := filepath.Join(folder, name)
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		d.Digests[name] = Digest(content)
		if err := r.read(path, content); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		if r.seen[e.ID] == "" {
			return nil, fmt.Errorf("%s: the entry %q is missing: restore it in its file", folder, e.ID)
		}
	}
	d.Decisions = r.decisions
	return d, nil
}

// reader collects the decisions of all files.
type reader struct {
	known map[string]Entry
	// seen holds the positions of the entries.
	seen      map[string]string
	undecided string
	now       time.Time
	file      string
	decisions []Decision
}

func (r *reader) wrong(at *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s, line %d: %s", r.file, at.Line, fmt.Sprintf(format, args...))
}

func (r *reader) read(file string, content []byte) error {
	r.file = file
	top, err := sheet.Parse(content)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if top == nil || top.Kind != yaml.MappingNode {
		return fmt.Errorf("%s, line 1: the file has no owner and no entries", file)
	}
	fields, err := r.fields(top, "owner", "entries")
	if err != nil {
		return err
	}
	entries := fields["entries"]
	if entries == nil || entries.Kind != yaml.SequenceNode {
		return r.wrong(top, "entries is not a list")
	}
	for _, node := range entries.Content {
		if err := r.entry(node); err != nil {
			return err
		}
	}
	return nil
}

// fields returns the values of a mapping that can have only the given keys, each once.
func (r *reader) fields(node *yaml.Node, keys ...string) (map[string]*yaml.Node, error) {
	fields := map[string]*yaml.Node{}
	if node.Kind != yaml.MappingNode {
		return nil, r.wrong(node, "this is not an entry with %s", strings.Join(keys, ", "))
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if !slices.Contains(keys, key.Value) {
			return nil, r.wrong(key, "there is no field %q; the fields are %s", key.Value, strings.Join(keys, ", "))
		}
		fields[key.Value] = node.Content[i+1]
	}
	return fields, nil
}

func (r *reader) entry(node *yaml.Node) error {
	fields, err := r.fields(node, "id", "person", "role", "path", "reason", "last_login", "decision", "comment")
	if err != nil {
		return err
	}
	if fields["id"] == nil {
		return r.wrong(node, "the entry has no id")
	}
	e, known := r.known[fields["id"].Value]
	switch {
	case !known:
		return r.wrong(fields["id"], "the snapshot has no %q", fields["id"].Value)
	case r.seen[e.ID] != "":
		return r.wrong(fields["id"], "the entry is also in %s", r.seen[e.ID])
	}
	r.seen[e.ID] = fmt.Sprintf("%s, line %d", r.file, node.Line)
	for name, want := range map[string]string{"person": e.Person, "role": e.Role, "path": e.Path} {
		if at := fields[name]; at == nil || at.Value != want {
			return r.wrong(node, "%s differs from the snapshot, which has %q: change only decision and comment", name, want)
		}
	}
	d := Decision{Entry: e, Verdict: r.undecided, Undecided: true}
	if at := fields["decision"]; at != nil && (at.Kind != yaml.ScalarNode || strings.TrimSpace(at.Value) != "" && at.Tag != "!!null") {
		if d, err = r.decision(at, e); err != nil {
			return err
		}
	}
	r.decisions = append(r.decisions, d)
	return nil
}

func (r *reader) decision(at *yaml.Node, e Entry) (Decision, error) {
	d := Decision{Entry: e}
	word, day, _ := strings.Cut(strings.TrimSpace(at.Value), " ")
	d.Verdict = strings.ToLower(word)
	switch {
	case at.Kind != yaml.ScalarNode:
		return d, r.wrong(at, "the decision is not a text")
	case (d.Verdict == Keep || d.Verdict == Revoke) && day == "":
		return d, nil
	case d.Verdict != Until:
		return d, r.wrong(at, "the decision is %q; write keep, revoke, or until and the last day, such as until 2027-01-31", at.Value)
	}
	var err error
	if d.Last, err = time.Parse(time.DateOnly, strings.TrimSpace(day)); err != nil {
		return d, r.wrong(at, "%q is not a day such as 2027-01-31", day)
	}
	if !d.End().After(r.now) {
		return d, r.wrong(at, "%s is over: revoke, or choose a later day", d.Last.Format(time.DateOnly))
	}
	return d, nil
}
