package sim

import "slices"

var personalQuestionFields = slices.Concat(
	fields(kindText, fixed, "extId", "description"),
	fields(kindText, shown, "clientExtId"),
	enum("stateName", fixed|needed, "active", "disabled", "revoked"),
	fields(kindLocalized, fixed, "displayName", "content"),
	bookkeeping,
)

const personalQuestionsPath = "/core/v1/{clientExtId}/personal-questions"

func personalQuestionRoutes() []route {
	return []route{
		serve("POST "+personalQuestionsPath, create("personalQuestions", nil), "ClientView", "PersonalQuestionCreate"),
	}
}
