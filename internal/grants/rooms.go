package grants

// Room is a data room of an authorization: global, the rights of the role count for all objects of
// a kind.
type Room struct {
	// Attribute is the boolean that opens it, Objects what it covers.
	Attribute, Objects string
}

// Rooms lists the four data rooms.
var Rooms = []Room{
	{"client_global", "clients"}, {"unit_global", "units"}, {"app_global", "applications"}, {"enterprise_role_global", "enterprise roles"},
}

// RoomAttributes lists the booleans of the data rooms.
func RoomAttributes() []string {
	attributes := make([]string, len(Rooms))
	for i, room := range Rooms {
		attributes[i] = room.Attribute
	}
	return attributes
}
