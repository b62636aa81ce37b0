package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// withoutClosedRooms omits the closed data rooms of new and removed grants, because closed is the
// default. An element of a map that has only closed rooms becomes {}.
func withoutClosedRooms(differences []Attribute) []Attribute {
	shown := slices.DeleteFunc(slices.Clone(differences), closedRoom)
	for _, a := range differences {
		element := elementOf(a)
		if element == "" || !closedRoom(a) || slices.ContainsFunc(shown,
			func(b Attribute) bool { return b.Name == element || strings.HasPrefix(b.Name, element+".") }) {
			continue
		}
		whole := Attribute{Name: element, After: emptyElement}
		if a.After == "" {
			whole.Before, whole.After = emptyElement, ""
		}
		shown = append(shown, whole)
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
