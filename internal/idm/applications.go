package idm

// Application is a system that its roles give access to.
type Application struct {
	ExtID       string `json:"extId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	URL         string `json:"url"`
	// Displayed tells whether the portal shows it.
	Displayed   *bool     `json:"displayed"`
	DisplayName Localized `json:"displayName"`
	Record
}
