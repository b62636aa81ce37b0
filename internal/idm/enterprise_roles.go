package idm

// EnterpriseRole is a set of roles of a client, granted to a profile by an EnterpriseAuthorization.
type EnterpriseRole struct {
	ExtID       string    `json:"extId"`
	ClientExtID string    `json:"clientExtId"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	DisplayName Localized `json:"displayName"`
	Record
}
