package attrs

// ComputedUnit returns the attributes of a unit in a data source.
func ComputedUnit() Attributes {
	return WithRecord(Attributes{
		"client_ext_id":        ComputedText("Client of the unit."),
		"ext_id":               ComputedText("External ID."),
		"parent_unit_ext_id":   ComputedText("Parent unit; null for a root unit."),
		"name":                 ComputedText("Name, unique below its parent."),
		"hierarchical_name":    ComputedText("External IDs from the root unit to this one, joined with `/`."),
		"description":          ComputedText("Description."),
		"location":             ComputedText("Location."),
		"display_name":         ComputedLocalized("Display name"),
		"abbreviation":         ComputedLocalized("Short name"),
		"profileless":          ComputedBool("`true` if the unit cannot have profiles."),
		"state":                ComputedText("`active` or `disabled`; null in older releases."),
		"validity":             ComputedValidity("unit"),
		"modification_comment": ComputedText("Comment on the last change."),
	})
}
