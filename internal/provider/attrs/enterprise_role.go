package attrs

// ComputedEnterpriseRole returns the attributes of an enterprise role in a data source.
func ComputedEnterpriseRole() Attributes {
	return WithRecord(Attributes{
		"client_ext_id": ComputedText("Client of the enterprise role."),
		"ext_id":        ComputedText("External ID."),
		"name":          ComputedText("Name, unique in the client."),
		"description":   ComputedText("Description."),
		"display_name":  ComputedLocalized("Display name"),
	})
}
