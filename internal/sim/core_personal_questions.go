package sim

var personalQuestionFields = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "stateName", kind: kindEnum, use: fixed | needed, values: []string{"active", "disabled", "revoked"}},
	{name: "description", use: fixed},
	{name: "displayName", kind: kindLocalized, use: fixed},
	{name: "content", kind: kindLocalized, use: fixed},
}, bookkeeping...)

const personalQuestionsPath = "/core/v1/{clientExtId}/personal-questions"

func personalQuestionRoutes() []route {
	return []route{
		serve("POST "+personalQuestionsPath, create("personalQuestions", nil), "ClientView", "PersonalQuestionCreate"),
	}
}
