package attrs

// ComputedRole returns the attributes of a role in a data source.
func ComputedRole() Attributes {
	return WithRecord(Attributes{
		"ext_id":             ComputedText("External ID."),
		"application_ext_id": ComputedText("Application of the role."),
		"application_name":   ComputedText("Name of the application."),
		"name":               ComputedText("Name, unique in the application."),
		"description":        ComputedText("Description."),
	})
}
