package recertify

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Decision is the decision on a grant.
type Decision struct {
	Entry
	// Verdict is keep, revoke or until.
	Verdict string
	// Last is the end of the grant for until: the last second of the last day.
	Last time.Time
	// Undecided reports that the file has no decision, so that the campaign's default applies.
	Undecided bool
}

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
		return nil, fmt.Errorf("%s is not a campaign: name the folder of idmctl recertify open: %w", folder, err)
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
		return nil, fmt.Errorf("%s changed after the campaign was opened: restore it, or open a new campaign",
			filepath.Join(folder, SnapshotFile))
	case d.Undecided != Keep && d.Undecided != Revoke:
		return nil, fmt.Errorf("%s: undecided is %q; the values are keep and revoke", filepath.Join(folder, campaignFile), d.Undecided)
	case !slices.Contains(Owners, d.By):
		return nil, fmt.Errorf("%s: by is %q; the values are %s", filepath.Join(folder, campaignFile), d.By, strings.Join(Owners, ", "))
	}
	entries, _, err := entriesOf(d.Campaign, d.Snapshot)
	if err != nil {
		return nil, err
	}
	r := newReader(d.Campaign, entries, now)
	if r.zone, err = sheet.Zone(cmp.Or(d.Zone, "UTC")); err != nil {
		return nil, fmt.Errorf("%s: zone: %w", filepath.Join(folder, campaignFile), err)
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
	// files holds the file of the owner of each entry.
	files map[string]string
	zone  *time.Location
	// seen holds the positions of the entries.
	seen      map[string]string
	undecided string
	now       time.Time
	file      string
	decisions []Decision
}

func newReader(c Campaign, entries []Entry, now time.Time) *reader {
	r := &reader{known: map[string]Entry{}, files: map[string]string{}, seen: map[string]string{}, undecided: c.Undecided, now: now}
	for name, owned := range byFile(c.By, entries) {
		for _, e := range owned {
			r.known[e.ID], r.files[e.ID] = e, name
		}
	}
	return r
}

func (r *reader) wrong(line, format string, args ...any) error {
	return fmt.Errorf("%s, line %s: %s", r.file, line, fmt.Sprintf(format, args...))
}

// read reads the table of an owner, as a spreadsheet or the page wrote it.
func (r *reader) read(file string, content []byte) error {
	r.file = file
	rows, err := sheet.Table(string(content), "id", append(slices.Clone(Columns), sheet.Line)...)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	lineOf := func(id string) int {
		line, _ := strconv.Atoi(*rows[id][sheet.Line])
		return line
	}
	ids := slices.SortedFunc(maps.Keys(rows), func(a, b string) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	for _, id := range ids {
		if err := r.entry(id, rows[id]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) entry(id string, row sheet.Row) error {
	line := *row[sheet.Line]
	e, known := r.known[id]
	switch {
	case !known:
		return r.wrong(line, "the snapshot has no %q", id)
	case r.seen[e.ID] != "":
		return r.wrong(line, "the entry is also in %s", r.seen[e.ID])
	case r.files[id] != filepath.Base(r.file):
		return r.wrong(line, "%q belongs into %s", id, r.files[id])
	}
	r.seen[e.ID] = fmt.Sprintf("%s, line %s", r.file, line)
	cells := e.row()
	for i, name := range Columns {
		if name != "person" && name != "role" && name != "path" {
			continue
		}
		if got := row[name]; strings.Join(strings.Fields(text(got)), " ") != strings.Join(strings.Fields(cells[i]), " ") {
			return r.wrong(line, "%s differs from the snapshot, which has %q: change only decision and comment", name, cells[i])
		}
	}
	d := Decision{Entry: e, Verdict: r.undecided, Undecided: true}
	if written := text(row["decision"]); written != "" {
		var err error
		if d, err = r.decision(line, written, e); err != nil {
			return err
		}
	}
	r.decisions = append(r.decisions, d)
	return nil
}

func text(cell *string) string {
	if cell == nil {
		return ""
	}
	return *cell
}

func (r *reader) decision(line, written string, e Entry) (Decision, error) {
	d := Decision{Entry: e}
	word, day, _ := strings.Cut(written, " ")
	d.Verdict = strings.ToLower(word)
	switch {
	case (d.Verdict == Keep || d.Verdict == Revoke) && day == "":
		return d, nil
	case d.Verdict != Until || day == "":
		return d, r.wrong(line, "the decision is %q; write keep, revoke, or until and the last day, such as until 2027-01-31", written)
	}
	_, last, err := sheet.Day(strings.TrimSpace(day), r.zone)
	if err != nil || !sheet.IsDay(strings.TrimSpace(day)) {
		return d, r.wrong(line, "%q is not a day such as 2027-01-31", day)
	}
	if d.Last = last; !d.Last.After(r.now) {
		return d, r.wrong(line, "%s is over: revoke, or choose a later day", d.Last.Format(time.DateOnly))
	}
	moment, _ := e.end.Known()
	if end, limited := moment.Time(); limited && d.Last.After(end) {
		return d, r.wrong(line, "the grant ends at %s already, and a campaign extends nothing: keep, or choose an earlier day",
			end.UTC().Format(time.RFC3339))
	}
	return d, nil
}
