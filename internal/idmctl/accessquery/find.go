package accessquery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// find resolves an external ID, a login ID or a name to an object of the given kinds, or of the one
// before a colon, such as role:crm-admin. An external ID takes precedence over a login ID, and a
// login ID over a name.
func (a *Asker) find(text string, kinds ...access.Kind) (*access.Object, error) {
	if word, id, hasKind := strings.Cut(text, ":"); hasKind {
		if i := slices.IndexFunc(kinds, func(kind access.Kind) bool { return wordOf(kind) == word }); i >= 0 {
			kinds, text = kinds[i:i+1], id
		}
	}
	var byID, byLogin, byName []*access.Object
	var known []string
	for o := range a.tenant.Objects() {
		if !slices.Contains(kinds, o.Kind) || a.client != "" && o.Client != "" && o.Client != a.client {
			continue
		}
		login, name := a.tenant.People[o.ID].Login, o.Name
		if p := a.tenant.People[o.ID].Name; p != "" {
			name = p
		}
		switch {
		case o.ExtID == text:
			byID = append(byID, o)
		case login != "" && strings.EqualFold(login, text):
			byLogin = append(byLogin, o)
		case same(name, text):
			byName = append(byName, o)
		}
		known = append(known, o.ExtID, login, name)
	}
	for _, found := range [][]*access.Object{byID, byLogin, byName} {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return nil, ambiguous(text, found)
	}
	known = slices.DeleteFunc(known, func(s string) bool { return s == "" })
	slices.Sort(known)
	offer := cmp.Or(suggest.DidYouMean(text, slices.Compact(known)), "Name its external ID, login or name: idmctl access all lists them")
	return nil, fmt.Errorf("no %s %q is known. %s", kindsOf(kinds), text, offer)
}

// wordOf returns a kind as questions name it.
func wordOf(kind access.Kind) string { return strings.ReplaceAll(kind.String(), " ", "-") }

// same compares names regardless of case and Unicode form.
func same(a, b string) bool { return strings.EqualFold(norm.NFC.String(a), norm.NFC.String(b)) }

func ambiguous(text string, found []*access.Object) error {
	ids := make([]string, len(found))
	clients := map[string]bool{}
	for i, o := range found {
		ids[i] = fmt.Sprintf("%s %s", o.Kind, o.ExtID)
		if clients[o.Client] = true; o.Client != "" {
			ids[i] += " of client " + o.Client
		}
	}
	remedy := "give the external ID"
	switch {
	case found[0].Kind != found[1].Kind:
		remedy = fmt.Sprintf("name the kind, such as %s:%s", wordOf(found[0].Kind), found[0].ExtID)
	case len(clients) > 1:
		remedy = "name the client with --client"
	}
	return fmt.Errorf("%q is ambiguous: %s; %s", text, strings.Join(ids, ", "), remedy)
}

func kindsOf(kinds []access.Kind) string {
	words := make([]string, len(kinds))
	for i, kind := range kinds {
		words[i] = kind.String()
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
