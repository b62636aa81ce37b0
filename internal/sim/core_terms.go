package sim

func (t *tx) checkTermsApplications(d doc) {
	for id := range stringSet(d["applicationExtIds"]) {
		if t.get("applications", id) == nil {
			panic(refuse(codeInvalidData, "applicationExtIds: the application %q does not exist.", id))
		}
	}
}
