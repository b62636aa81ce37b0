package sim

var termsFields = []field{
	{name: "extId", use: shown},
	{name: "name", kind: kindName, use: editable | needed},
	{name: "active", kind: kindFlag, use: editable | needed},
	{name: "silentAcceptance", kind: kindFlag, use: fixed | needed},
	{name: "termsVersion", kind: kindName, use: editable | needed},
	{name: "urls", kind: kindTexts, use: editable},
	{name: "applicationExtIds", kind: kindStrings, use: shown},
	{name: "version", kind: kindNumber, later: shown},
	{name: "created", kind: kindTime, use: shown},
	{name: "lastModified", kind: kindTime, use: shown},
}

func (t *tx) checkTermsApplications(d doc) error {
	for id := range stringSet(d["applicationExtIds"]) {
		if t.get("applications", id) == nil {
			return refuse(codeInvalidData, "applicationExtIds: the application %q does not exist.", id)
		}
	}
	return nil
}

func (s *Server) termsRoutes() []route {
	return []route{
		{method: "GET", pattern: "/core/v1/terms", rights: []string{"TermsView"}, handle: listTerms},
		{method: "POST", pattern: "/core/v1/terms", rights: []string{"TermsCreate"}, handle: createTerms},
		{method: "GET", pattern: "/core/v1/terms/{termsExtId}", rights: []string{"TermsView"}, handle: getTerms},
		{method: "PATCH", pattern: "/core/v1/terms/{termsExtId}", rights: []string{"TermsView", "TermsModify"}, handle: patchTerms},
	}
}

func listTerms(c *call) (reply, error) {
	return c.page(listing{fields: termsFields}, c.list("terms", "all"))
}

func createTerms(c *call) (reply, error) {
	d, err := c.createBody(termsFields)
	if err != nil {
		return reply{}, err
	}
	rec, err := c.add("terms", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", "terms", rec.id)
}

func getTerms(c *call) (reply, error) {
	rec, err := c.findGlobal("terms", "termsExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(termsFields, rec.doc, c.quirks))
}

func patchTerms(c *call) (reply, error) {
	rec, err := c.findGlobal("terms", "termsExtId")
	if err != nil {
		return reply{}, err
	}
	next, err := c.patch(termsFields, rec)
	if err != nil {
		return reply{}, err
	}
	if next != nil {
		rec = c.save("terms", next)
	}
	return okReply(view(termsFields, rec.doc, c.quirks))
}
