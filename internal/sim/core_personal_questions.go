package sim

var personalQuestionFields = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "stateName", kind: kindEnum, use: fixed | needed, values: []string{"active", "disabled", "revoked"}},
	{name: "description", use: fixed},
	{name: "displayName", kind: kindLocalized, use: fixed},
	{name: "content", kind: kindLocalized, use: fixed},
}, bookkeeping...)

func (s *Server) personalQuestionRoutes() []route {
	return []route{{
		method: "POST", pattern: "/core/v1/{clientExtId}/personal-questions",
		rights: []string{"ClientView", "PersonalQuestionCreate"}, handle: createPersonalQuestion,
	}}
}

func createPersonalQuestion(c *call) (reply, error) {
	d, err := c.createBody(personalQuestionFields)
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"] = c.client()
	rec, err := c.add("personalQuestions", d)
	if err != nil {
		return reply{}, err
	}
	return c.created("core", "v1", c.client(), "personal-questions", rec.id)
}
