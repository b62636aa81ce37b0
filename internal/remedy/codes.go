package remedy

import "maps"

// Codes returns what a user can do about each error code of the service.
func Codes() map[string]string { return maps.Clone(byCode) }

// Statuses returns what a user can do about a status when the code says no more.
func Statuses() map[int]string { return maps.Clone(byStatus) }
