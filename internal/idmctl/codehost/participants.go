package codehost

import (
	"fmt"
	"slices"
	"strings"
)

// participants maps the users who took part in a plan to what they did. Their approvals do not
// count.
type participants map[int64]string

// change is a commit of a request. The accounts are 0 if the vendor knows none.
type change struct {
	id                string
	author, committer int64
	// byVendor reports that the vendor made and signed the commit, such as a merge in its pages.
	byVendor bool
	message  string
}

// add adds users. An unknown user could be anyone, so it is an error.
func (p participants) add(did string, ids ...int64) error {
	for _, id := range ids {
		if id == 0 {
			return fmt.Errorf("it is not known who %s: plan again", did)
		}
		if _, known := p[id]; !known {
			p[id] = did
		}
	}
	return nil
}

// addCommits adds the authors and committers of commits, also of merges, which may bring changes of
// their own.
func (p participants) addCommits(commits []change) error {
	for _, each := range commits {
		if each.author == 0 || each.committer == 0 && !each.byVendor {
			return fmt.Errorf("the author or the committer of the commit %s has no known account, so that anyone could approve their own "+
				"change: commit with an email address of an account, and plan again", each.short())
		}
		everyone := append(coAuthors(each.message), each.author, each.committer)
		known := slices.DeleteFunc(everyone, func(id int64) bool { return id == 0 })
		if err := p.add("wrote the commit "+each.short(), known...); err != nil {
			return err
		}
	}
	return nil
}

func (c change) short() string { return c.id[:min(len(c.id), 8)] }

// coAuthors returns the accounts in the trailers Co-authored-by of a message. Only the addresses
// that a vendor gives to its users name an account.
func coAuthors(message string) []int64 {
	var ids []int64
	for line := range strings.Lines(message) {
		name, value, found := strings.Cut(line, ":")
		if !found || !strings.EqualFold(strings.TrimSpace(name), "Co-authored-by") {
			continue
		}
		if _, address, found := strings.Cut(value, "<"); found {
			address, _, _ = strings.Cut(address, ">")
			ids = append(ids, privateAddress(address))
		}
	}
	return ids
}

// privateAddress returns the account of an address that a vendor gives to its users: 51+rita@… on
// GitHub, 51-rita@… on GitLab; 0 for any other address.
func privateAddress(address string) int64 {
	local, host, _ := strings.Cut(strings.TrimSpace(address), "@")
	if !strings.HasPrefix(host, "users.noreply.") {
		return 0
	}
	end := strings.IndexFunc(local, func(r rune) bool { return r < '0' || r > '9' })
	if end <= 0 || local[end] != '+' && local[end] != '-' {
		return 0
	}
	var id int64
	if _, err := fmt.Sscan(local[:end], &id); err != nil {
		return 0
	}
	return id
}
