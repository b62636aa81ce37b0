package attrs

// ComputedApplication returns the attributes of an application in a data source.
func ComputedApplication() Attributes {
	return WithRecord(Attributes{
		"ext_id":       ComputedText("External ID."),
		"name":         ComputedText("Name, unique in the service."),
		"description":  ComputedText("Description."),
		"url":          ComputedText("URL."),
		"displayed":    ComputedBool("`true` if the portal shows it."),
		"display_name": ComputedLocalized("Display name"),
	})
}
