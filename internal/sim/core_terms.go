package sim

import "slices"

var termsFields = slices.Concat(
	fields(kindText, shown, "extId"),
	fields(kindName, editable|needed, "name", "termsVersion"),
	fields(kindFlag, editable|needed, "active"),
	fields(kindFlag, fixed|needed, "silentAcceptance"),
	fields(kindTexts, editable, "urls"),
	fields(kindStrings, shown, "applicationExtIds"),
	[]field{{name: "version", kind: kindNumber, later: shown}},
	fields(kindTime, shown, "created", "lastModified"),
)

func (t *tx) checkTermsApplications(d doc) {
	for id := range stringSet(d["applicationExtIds"]) {
		if t.get("applications", id) == nil {
			panic(refuse(codeInvalidData, "applicationExtIds: the application %q does not exist.", id))
		}
	}
}

const (
	allTermsPath = "/core/v1/terms"
	termsPath    = allTermsPath + "/{termsExtId}"
)

func termsRoutes() []route {
	return []route{
		serve("GET "+allTermsPath, list("terms", "all"), "TermsView"),
		serve("POST "+allTermsPath, create("terms", nil), "TermsCreate"),
		serve("GET "+termsPath, show, "TermsView"),
		serve("PATCH "+termsPath, change, "TermsView", "TermsModify"),
	}
}
