package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Part is one of the plans in a joined plan. In the joined plan, its addresses begin with its name.
type Part struct {
	// Name is "" for a plan that was not joined. The plan was read with it.
	Name string
	*Plan
}

// Address returns an address of the part in the joined plan.
func (p Part) Address(address string) string {
	if p.Name == "" || address == "" {
		return address
	}
	return p.Name + "/" + address
}

// Parts returns the parts of a joined plan, by name; the plan itself if it was not joined.
func (p *Plan) Parts() []Part {
	if len(p.parts) == 0 {
		return []Part{{Plan: p}}
	}
	return p.parts
}

// Join joins the plans of the parts of one tenant, which have separate states, into one plan. Its
// addresses begin with the name of the part, such as sales/idm_unit.team. See DigestOf for its
// digest. The order of the parts has no influence.
func Join(parts []Part) (*Plan, error) {
	if len(parts) == 1 {
		return parts[0].Plan, nil
	}
	parts = slices.SortedFunc(slices.Values(parts), func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	if err := joinable(parts); err != nil {
		return nil, err
	}
	joined := &Plan{parts: parts}
	var names, digests, versions []string
	for _, part := range parts {
		joined.add(part.Plan)
		names, digests = append(names, part.Name), append(digests, part.Digest)
		versions = append(versions, part.CLIVersion)
	}
	joined.File, joined.Digest = strings.Join(names, ", "), DigestOf(digests)
	joined.CLIVersion = strings.Join(distinct(versions), ", ")
	joined.Providers, joined.Unlisted = distinct(joined.Providers), distinct(joined.Unlisted)
	slices.SortStableFunc(joined.Services, func(a, b Service) int { return cmp.Compare(a.ID, b.ID) })
	joined.differ()
	return joined, nil
}

// DigestOf returns the digest of plans from the hexadecimal digests of their files: the SHA-256 of
// the sorted digests, each followed by a line break. A single plan has the digest of its file.
func DigestOf(digests []string) string {
	if len(digests) == 1 {
		return digests[0]
	}
	sorted := slices.Sorted(slices.Values(digests))
	digest := sha256.Sum256([]byte(strings.Join(sorted, "\n") + "\n"))
	return hex.EncodeToString(digest[:])
}

// joinable returns an error for plans that do not belong to one apply.
func joinable(parts []Part) error {
	files, refreshing := map[string]string{}, 0
	for _, part := range parts {
		if other, twice := files[part.Digest]; twice {
			return fmt.Errorf("%s and %s are the same plan: give each plan once", other, part.File)
		}
		files[part.Digest] = part.File
		if part.RefreshOnly || len(part.Changes) == 0 && len(part.Drift) > 0 {
			refreshing++
		}
	}
	if refreshing > 0 && refreshing < len(parts) {
		return errors.New("some of the plans only refresh and others do not: make all of them with the same options")
	}
	return nil
}

// add appends the lists of a part.
func (p *Plan) add(part *Plan) {
	p.Changes, p.Drift = append(p.Changes, part.Changes...), append(p.Drift, part.Drift...)
	p.Remaining, p.Undecided = append(p.Remaining, part.Remaining...), append(p.Undecided, part.Undecided...)
	p.Providers, p.Unlisted = append(p.Providers, part.Providers...), append(p.Unlisted, part.Unlisted...)
	p.Errored, p.LeftOut = p.Errored || part.Errored, distinct(slices.Concat(p.LeftOut, part.LeftOut))
	p.RefreshOnly = p.RefreshOnly || part.RefreshOnly
	if p.Time == "" || part.Time != "" && part.Time < p.Time {
		p.Time = part.Time
	}
	p.Others = append(p.Others, part.Others...)
	for _, service := range part.Services {
		p.addService(service)
	}
}

// addService adds the provider configurations of a part to their service.
func (p *Plan) addService(service Service) {
	at := slices.IndexFunc(p.Services, func(other Service) bool { return other.ID == service.ID })
	if at < 0 {
		service.Configs, service.Settings = slices.Clone(service.Configs), slices.Clone(service.Settings)
		p.Services = append(p.Services, service)
		return
	}
	same := &p.Services[at]
	if lacks(service.Settings, same.Settings) {
		p.warn(service, "The provider configuration %s has the address of %s and other settings.", service.Configs[0], same.Configs[0])
	}
	same.Configs = append(same.Configs, service.Configs...)
	for _, setting := range service.Settings {
		if !slices.Contains(same.Settings, setting) {
			same.Settings = append(same.Settings, setting)
		}
	}
}

// lacks reports whether settings lack one of others.
func lacks(settings, others []Setting) bool {
	return slices.ContainsFunc(others, func(s Setting) bool { return !slices.Contains(settings, s) })
}

func distinct[T cmp.Ordered](all []T) []T {
	slices.Sort(all)
	return slices.Compact(all)
}
