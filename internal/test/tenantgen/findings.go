package tenantgen

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Request is a request to the service.
type Request struct {
	Method, Path string
	// Status is 0 if no response was sent.
	Status int
}

// Check compares the objects before a round with the objects after it, with the desired objects, and
// with the deletes of the round. It returns the defects, each as a sentence.
func Check(before, after, desired []Object, requests []Request) (found []string) {
	earlier, now, want := byName(before), byName(after), byName(desired)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		for _, surplus := range now[name][1:] {
			found = append(found, fmt.Sprintf("%s exists again as %s", name, surplus.ExtID))
		}
		if want[name] == nil {
			found = append(found, fmt.Sprintf("%s (%s) is in no configuration", name, now[name][0].ExtID))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch {
		case now[name] == nil:
			found = append(found, name+" does not exist")
		case !maps.Equal(now[name][0].Values, want[name][0].Values):
			found = append(found, fmt.Sprintf("%s is %v instead of %v", name, now[name][0].Values, want[name][0].Values))
		}
		if was, is := earlier[name], now[name]; was != nil && is != nil && was[0].ExtID != is[0].ExtID && !want[name][0].Replaced {
			found = append(found, fmt.Sprintf("%s was %s and is %s", name, was[0].ExtID, is[0].ExtID))
		}
	}
	return append(found, wrongDeletes(before, after, want, requests)...)
}

// Replaced counts the declared objects that exist before and after a round under different IDs.
func Replaced(before, after, desired []Object) (count int) {
	earlier, now := byName(before), byName(after)
	for name := range byName(desired) {
		if was, is := earlier[name], now[name]; was != nil && is != nil && was[0].ExtID != is[0].ExtID {
			count++
		}
	}
	return count
}

// wrongDeletes returns the deletes of declared objects, and of objects that did not exist before
// the round, except replaced passwords.
func wrongDeletes(before, after []Object, want map[string][]Object, requests []Request) []string {
	leaving := map[string]bool{}
	for _, o := range before {
		if wanted := want[o.name()]; wanted == nil || wanted[0].Replaced {
			leaving[o.Kind+" "+o.ExtID] = true
		}
	}
	earlier := byName(before)
	for _, o := range after {
		if was := earlier[o.name()]; o.replaces(was) {
			leaving[o.Kind+" "+o.ExtID] = true
		}
	}
	var wrong []string
	for _, r := range requests {
		if target := deleted(r); target != "" && !leaving[target] {
			wrong = append(wrong, fmt.Sprintf("wrongly sent %s %s", r.Method, r.Path))
		}
	}
	return wrong
}

// deleted returns the object that a request deletes, by kind and external ID. Detaching a unit from
// its parent is a move.
func deleted(r Request) string {
	parts := strings.Split(strings.Trim(r.Path, "/"), "/")
	if r.Method != http.MethodDelete || len(parts) < 4 {
		return ""
	}
	for i, part := range parts {
		if decoded, err := url.PathUnescape(part); err == nil {
			parts[i] = decoded
		}
	}
	collection, extID := parts[len(parts)-2], parts[len(parts)-1]
	switch {
	case collection == "children":
		return ""
	case parts[2] == "clients" && len(parts) == 4:
		return "client " + extID
	case parts[2] == "clients" && parts[3] == Client:
		return "client application " + extID
	case parts[2] == "clients":
		return "client application " + parts[3] + "/" + extID
	case extID == objecttype.Password.Name && parts[len(parts)-3] == user.of.Collection:
		return objecttype.Password.Title + " " + collection
	case collection == "roles" && len(parts) > 4:
		return "member " + parts[len(parts)-3] + "/" + extID
	}
	return kindOfCollection(collection) + " " + extID
}

// kindOfCollection returns the kind of the objects in a collection of the API.
func kindOfCollection(collection string) string {
	for _, of := range objecttype.All() {
		if of.Collection == collection {
			return of.Title
		}
	}
	return ""
}

// DoubleRotations returns the passwords that changed more than once in a round without a diagnostic
// at their address.
func DoubleRotations(after []Object, requests []Request, diagnosed map[string]bool) []string {
	addresses := map[string]string{}
	for _, o := range after {
		for _, p := range passwords {
			if o.Kind == p.of.Title {
				addresses[p.of.Collection+"/"+o.ExtID] = p.of.TypeName() + "." + o.Key
			}
		}
	}
	changes := map[string]int{}
	for _, r := range requests {
		path, isChange := strings.CutSuffix(r.Path, "/change")
		if parts := strings.Split(path, "/"); isChange && len(parts) > 1 && r.Method == http.MethodPost && r.Status/100 == 2 {
			changes[strings.Join(parts[len(parts)-2:], "/")]++
		}
	}
	var double []string
	for _, password := range slices.Sorted(maps.Keys(changes)) {
		if changes[password] > 1 && !diagnosed[addresses[password]] {
			double = append(double, fmt.Sprintf("the password %s changed %d times, without a diagnostic", password, changes[password]))
		}
	}
	return double
}

func byName(objects []Object) map[string][]Object {
	all := map[string][]Object{}
	for _, o := range objects {
		all[o.name()] = append(all[o.name()], o)
	}
	return all
}
