package main

import "encoding/json"

// token is the administrator's.
const token = "bench-token"

type object map[string]any

// seed is what the simulator starts with: for each column a client of its own with users and
// enterprise roles, and the applications and roles that all share. The tenants themselves are made
// by the CLI, a whole one with its people and roles.
func (t *tenant) seed(columns []column) ([]byte, error) {
	arrays := map[string][]object{
		"callers": {{"token": token, "permissions": []string{"*"}, "clients": []string{"*"}, "clientExtId": columns[0].name}},
	}
	add := func(array string, o object) { arrays[array] = append(arrays[array], o) }
	for _, name := range t.Applications {
		add("applications", object{"extId": name, "name": name, "displayed": true})
	}
	for i := range 2 * applications {
		add("roles", object{"extId": role(i), "name": role(i), "applicationExtId": t.Applications[i/2]})
	}
	for _, c := range columns {
		client := c.name
		add("clients", object{"extId": client, "name": client})
		if c.whole {
			continue
		}
		for i := range enterpriseRoles {
			add("enterpriseRoles", object{"clientExtId": client, "extId": enterpriseRole(i), "name": enterpriseRole(i),
				"roleExtIds": []string{role(i)}})
		}
		for i := range t.profiles() {
			add("users", object{"clientExtId": client, "extId": user(i), "loginId": client + "." + user(i), "userState": "active"})
		}
	}
	return json.Marshal(arrays)
}
