package grants

// Room is a data room of an authorization. If it is global, the role applies to all objects of a
// kind.
type Room struct {
	// Name is its name in reports, Attribute the boolean that makes it global, and Objects the kind
	// of objects.
	Name, Attribute, Objects string
}

// Rooms lists the four data rooms.
var Rooms = []Room{
	{"client", "client_global", "clients"}, {"unit", "unit_global", "units"}, {"app", "app_global", "applications"},
	{"enterprise_role", "enterprise_role_global", "enterprise roles"},
}

// RoomAttributes lists the booleans of the data rooms.
func RoomAttributes() []string {
	attributes := make([]string, len(Rooms))
	for i, room := range Rooms {
		attributes[i] = room.Attribute
	}
	return attributes
}
