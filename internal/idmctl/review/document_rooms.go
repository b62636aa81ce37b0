package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// withoutClosedRooms omits the closed data rooms of new and removed grants, because closed is the
// default. An element of a map that has only closed rooms becomes {}.
func withoutClosedRooms(differences []Attribute) []Attribute {
	var shown []Attribute
	for start := 0; start < len(differences); {
		element := elementOf(differences[start])
		end := start + 1
		for end < len(differences) && element != "" && elementOf(differences[end]) == element {
			end++
		}
		rest := slices.DeleteFunc(slices.Clone(differences[start:end]), closedRoom)
		shows := func(a Attribute) bool { return strings.HasPrefix(a.Name, element+".") && !closedRoom(a) }
		if len(rest) == 0 && element != "" && !slices.ContainsFunc(differences, shows) {
			whole := Attribute{Name: element}
			if differences[start].After == "" {
				whole.Before = emptyElement
			} else {
				whole.After = emptyElement
			}
			rest = []Attribute{whole}
		}
		shown = append(shown, rest...)
		start = end
	}
	return shown
}

// emptyElement represents an element of a map with default values.
const emptyElement = "{}"

// elementOf returns the element of a map that contains a data room, "" for all other attributes.
func elementOf(a Attribute) string {
	for _, room := range grants.Rooms {
		if element, ok := strings.CutSuffix(a.Name, "."+room.Attribute); ok {
			return element
		}
	}
	return ""
}

// closedRoom reports whether an attribute is a closed data room of a new or a removed grant.
func closedRoom(a Attribute) bool {
	name := a.Name[strings.LastIndex(a.Name, ".")+1:]
	return slices.Contains(grants.RoomAttributes(), name) &&
		(a.Before == "" && a.After == "false" || a.Before == "false" && a.After == "" && name != a.Name)
}
