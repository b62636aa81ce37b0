// Package recertify reviews all access of a tenant in a campaign: one file for each owner lists the
// grants to decide on, and the decisions become changes of the configuration.
package recertify

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// The kinds of owners; a campaign has one file for each owner.
const (
	ByUnit        = "unit"
	ByApplication = "application"
	ByRole        = "role"
)

// Owners lists the kinds of owners.
var Owners = []string{ByUnit, ByApplication, ByRole}

// Keep and Revoke are decisions; Until is followed by the last day.
const (
	Keep   = "keep"
	Revoke = "revoke"
	Until  = "until"
)

// The files of a campaign in addition to the owners' files.
const (
	campaignFile = "campaign.yaml"
	SnapshotFile = "snapshot.json"
)

// Campaign is the description of a campaign.
type Campaign struct {
	FormatVersion string    `yaml:"format_version"`
	Opened        time.Time `yaml:"opened"`
	Source        string    `yaml:"source"`
	By            string    `yaml:"by"`
	Client        string    `yaml:"client,omitempty"`
	// Undecided is the default decision for entries without one: keep or revoke.
	Undecided string `yaml:"undecided"`
	// Zone is the time zone of the last days, UTC by default.
	Zone string `yaml:"zone,omitempty"`
	// SnapshotSHA256 is the digest of the snapshot that contains the grants.
	SnapshotSHA256 string `yaml:"snapshot_sha256"`
	// NotRead describes the failed reads of the snapshot, whose objects are not reviewed.
	NotRead []string `yaml:"not_read,omitempty"`
	// Files are the owners' files.
	Files []string `yaml:"files"`
}

// version is the version of the files of a campaign.
const version = "1.0"

// Entry is a grant to decide on.
type Entry struct {
	ID, Person, Role, Path, Reason, LastLogin string

	// Kind, Client, Profile, GrantExtID and What identify the grant.
	Kind                              access.Kind
	Client, Profile, GrantExtID, What string
	owner                             string
	// end is the end of the validity of the grant.
	end access.Value[access.Moment]
}

// Object returns the ID of the grant in a service.
func (e Entry) Object(service string) access.ID {
	return access.NewID(service, e.Client, e.Kind, access.OwnedID(e.Profile, e.GrantExtID))
}

// Open opens a campaign for a snapshot, and returns its files by name.
func Open(c Campaign, snapshot []byte) (map[string][]byte, error) {
	entries, t, err := entriesOf(c, snapshot)
	if err != nil {
		return nil, err
	}
	c.FormatVersion, c.SnapshotSHA256, c.NotRead = version, Digest(snapshot), t.Gaps
	files := map[string][]byte{SnapshotFile: snapshot}
	owned := byFile(c.By, entries)
	for _, name := range slices.Sorted(maps.Keys(owned)) {
		files[name], err = table(owned[name])
		if err != nil {
			return nil, err
		}
		page := strings.TrimSuffix(name, tableEnding) + ".html"
		if files[page], err = decisionPage(name, escape.Text(c.By+" "+cmp.Or(owned[name][0].owner, "(none)")), owned[name]); err != nil {
			return nil, err
		}
		c.Files = append(c.Files, name)
	}
	if c.Files == nil {
		return nil, errors.New("the snapshot contains no grant to decide on")
	}
	files[campaignFile], err = yaml.Marshal(c)
	return files, err
}

// entriesOf returns the grants of a snapshot, sorted by person and role.
func entriesOf(c Campaign, snapshot []byte) ([]Entry, *tenant.Facts, error) {
	t, err := tenant.Decode(snapshot, "")
	switch {
	case err != nil:
		return nil, nil, err
	case t.Pseudonyms:
		return nil, nil, errors.New("the names in the snapshot are pseudonyms: take one without --pseudonyms")
	case c.Client != "" && !slices.Contains(t.Clients, c.Client):
		return nil, nil, fmt.Errorf("the snapshot has the clients %s, and not %s", strings.Join(t.Clients, ", "), c.Client)
	}
	answer := accessquery.New(t, c.Source, c.Client, c.Opened).All(accessquery.Filter{})
	gives := map[string][]string{}
	for _, r := range answer.Rows {
		if r.Through != "" {
			gives[r.ClientExtID+"\x00"+r.Through] = append(gives[r.ClientExtID+"\x00"+r.Through], r.RoleExtID)
		}
	}
	var entries []Entry
	for _, r := range answer.Rows {
		if e, ok := newEntry(r, c.By, gives); ok {
			e.end = t.Get(e.Object(t.Service)).To
			entries = append(entries, e)
		}
	}
	return entries, t, nil
}

// newEntry returns the entry of a grant; false for a role that comes through an enterprise role,
// and for a grant that was not read completely.
func newEntry(r accessquery.Row, by string, gives map[string][]string) (Entry, bool) {
	if r.Through != "" || slices.ContainsFunc([]string{r.GrantExtID, r.RoleExtID, r.UserExtID, r.ProfileExtID},
		func(s string) bool { return s == accessquery.NotRead || s == "" }) {
		return Entry{}, false
	}
	e := Entry{Kind: access.Grant, Client: r.ClientExtID, Profile: r.ProfileExtID, GrantExtID: r.GrantExtID, What: r.RoleExtID,
		Person: r.UserExtID, Role: r.RoleExtID, Path: "profile " + r.ProfileExtID, Reason: "granted directly", LastLogin: "never"}
	if r.Name != r.UserExtID {
		e.Person = r.Name + " (" + r.UserExtID + ")"
	}
	if r.Kind == access.EnterpriseRole.String() {
		e.Kind = access.EnterpriseGrant
		e.Role += " (" + r.Kind + ")"
		roles := slices.Compact(slices.Sorted(slices.Values(gives[r.ClientExtID+"\x00"+r.RoleExtID])))
		e.Reason = "gives the roles " + cmp.Or(strings.Join(roles, ", "), "(none)")
	}
	if r.UnitExtID != "" {
		e.Path += " in the unit " + r.UnitExtID
	}
	if len(r.Rooms) > 0 {
		e.Path += ", " + strings.Join(r.Rooms, ", ")
	}
	if r.Until != nil {
		e.Path += ", until " + r.Until.UTC().Format(time.RFC3339)
	}
	if r.Effective != accessquery.Yes {
		e.Reason += "; has no effect: " + strings.Join(r.Reasons, ", ")
	}
	if r.LastLogin != nil {
		e.LastLogin = r.LastLogin.UTC().Format(time.DateOnly)
	}
	_, grant, _ := strings.Cut(access.OwnedID("", e.GrantExtID), "/")
	e.ID = e.Kind.String() + " " + access.OwnedID(e.Client, e.Profile) + "/" + grant
	e.owner = map[string]string{ByUnit: r.UnitExtID, ByApplication: r.ApplicationExtID, ByRole: e.Role}[by]
	for _, text := range []*string{&e.Person, &e.Role, &e.Path, &e.Reason} {
		*text = escape.Text(*text)
	}
	return e, true
}

// byFile returns the entries of each owner by the name of the owner's table.
func byFile(by string, entries []Entry) map[string][]Entry {
	names, owned := map[string]string{}, map[string][]Entry{}
	owners := slices.SortedFunc(slices.Values(entries), func(a, b Entry) int { return strings.Compare(a.owner, b.owner) })
	for _, e := range owners {
		if _, known := names[e.owner]; !known {
			names[e.owner] = fileName(by, e.owner, owned)
			owned[names[e.owner]] = nil
		}
	}
	for _, e := range entries {
		owned[names[e.owner]] = append(owned[names[e.owner]], e)
	}
	return owned
}

// fileName returns an unused file name for an owner, with any characters in its external ID.
func fileName(by, owner string, files map[string][]Entry) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, owner)
	const longest = 100
	plain = by + "-" + cmp.Or(plain[:min(len(plain), longest)], "none")
	for i := 1; ; i++ {
		name := plain + tableEnding
		if i > 1 {
			name = fmt.Sprintf("%s-%d%s", plain, i, tableEnding)
		}
		taken := false
		for other := range files {
			taken = taken || strings.EqualFold(other, name)
		}
		if !taken {
			return name
		}
	}
}

// Digest returns the SHA-256 of a content, in hexadecimal.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
