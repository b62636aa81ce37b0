package grants

// Room is a data room of an authorization: global, the rights of the role count for all objects of
// a kind.
type Room struct {
	// Name is what reports call it, Attribute the boolean that opens it, Objects what it covers.
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
