package idm

// Role is a role of an application, granted to a profile by an Authorization.
type Role struct {
	ExtID            string `json:"extId"`
	ApplicationExtID string `json:"applicationExtId"`
	ApplicationName  string `json:"applicationName"`
	Name             string `json:"name"`
	Description      string `json:"description"`
	Record
}
