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

const (
	allTermsPath = "/core/v1/terms"
	termsPath    = allTermsPath + "/{termsExtId}"
)

func termsRoutes() []route {
	return []route{
		serve("GET "+allTermsPath, list("terms", "all"), "TermsView"),
		serve("POST "+allTermsPath, create("terms", nil), "TermsCreate"),
		serve("GET "+termsPath, of(one("terms"), show), "TermsView"),
		serve("PATCH "+termsPath, of(one("terms"), change), "TermsView", "TermsModify"),
	}
}
