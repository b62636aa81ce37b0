package lookups

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Credential returns a credential that satisfies a condition: of one of the users, or of one of
// the first users of the client. The service has no list of all credentials.
func (c *Catalog) Credential(ctx context.Context, client string, users []string, satisfies func(idm.Credential) bool) (idm.Credential, bool) {
	read := map[string]bool{}
	for _, user := range slices.Concat(users, c.Names(ctx, NewTarget(objecttype.User, client, ""))) {
		if read[user] || user == "" {
			continue
		}
		if len(read) == ownersRead {
			break
		}
		read[user] = true
		for _, credential := range c.Credentials(ctx, client, user) {
			if satisfies(credential) {
				credential.UserExtID = cmp.Or(credential.UserExtID, user)
				return credential, true
			}
		}
	}
	return idm.Credential{}, false
}

// Credentials returns the credentials of a user, of any type; nil if they cannot be read.
func (c *Catalog) Credentials(ctx context.Context, client, user string) []idm.Credential {
	key := query{NewTarget(objecttype.User, client, user), "credentials"}
	return values[idm.Credential](c.list(ctx, key, 0, func(ctx context.Context) iter.Seq2[idm.Object, error] {
		return idm.DescribeAll(c.api.UserCredentials(ctx, client, user))
	}).all())
}

// PropertyCount returns the number of properties of an object of a type, whose owner a grant has; 0
// if they cannot be read.
func (c *Catalog) PropertyCount(ctx context.Context, of *objecttype.Type, client, owner, extID string) int {
	reads := idm.ReadsOf(of)
	if reads == nil || of.Class == objecttype.Credential || !reads.HasProperties() {
		return 0
	}
	c.requests.Add(1)
	properties, err := reads.Properties(ctx, c.api, idm.Under(client, owner), extID)
	if err != nil {
		return 0
	}
	return len(properties.Values)
}
