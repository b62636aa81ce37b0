package sim

import (
	"net/http"
	"strings"
)

var otpLogin = []field{
	{name: "challenge", use: onCreate},
	{name: "password", kind: kindName, use: onCreate | needed},
	{name: "updateLoginInfoOnSuccess", kind: kindFlag, use: onCreate},
}

func (s *Server) otpRoutes() []route {
	const otp = "/auth/v1/{clientExtId}/users/{userExtId}/otp"
	return []route{
		{method: "POST", pattern: otp + "/challenge", rights: []string{"CredentialView"}, handle: challengeOTP},
		{method: "POST", pattern: otp + "/login", rights: []string{"CredentialView", "CredentialChangeState"}, handle: loginByOTP},
	}
}

// otpCard returns a card of the user, preferably a usable one.
func (c *call) otpCard() (user, card *record, err error) {
	if user, err = c.find("users", "userExtId"); err != nil {
		return nil, nil, err
	}
	cards := c.list("credentials", "type", c.client(), user.id, typeOTPCard)
	if len(cards) == 0 {
		return nil, nil, noRecord("OTP card of the user", user.id, c.client())
	}
	for _, rec := range cards {
		if c.usable(rec) {
			return user, rec, nil
		}
	}
	return nil, nil, fail(http.StatusForbidden, codeNotActive, "The credential %q is not active, or its validity is over.", cards[0].id)
}

// challengeOTP asks for a field of the card. It stores the question in the attributes of otp: rows,
// columns, counters and card.
func challengeOTP(c *call) (reply, error) {
	_, card, err := c.otpCard()
	if err != nil {
		return reply{}, err
	}
	next := copyDoc(card.doc)
	question := randomDigits(2)
	next["otp"] = strings.Join(append(otpParts(card), question), "|")
	c.put("credentials", next)
	return okReply(doc{"challenge": question, "status": c.stateName(card.text("stateName"))})
}

const otpCardParts = 4

func otpParts(card *record) []string {
	parts := strings.Split(card.text("otp"), "|")
	return parts[:min(len(parts), otpCardParts)]
}

// loginByOTP compares the response with the loginSecret of the card; the contents of its fields are
// not simulated.
func loginByOTP(c *call) (reply, error) {
	user, card, err := c.otpCard()
	if err != nil {
		return reply{}, err
	}
	body, err := c.createBody(otpLogin)
	if err != nil {
		return reply{}, err
	}
	if question := text(body, "challenge"); question != "" && !strings.HasSuffix(card.text("otp"), "|"+question) {
		return reply{}, refuse(codeInvalidParameter, "challenge is not the latest one.")
	}
	if !matchesSecret(card, text(body, "password")) {
		code := c.countLogin(user, card, false)
		return okReply(c.extendedStatus(code, false, c.get("credentials", c.client(), card.id)))
	}
	if body["updateLoginInfoOnSuccess"] != false {
		c.countLogin(user, card, true)
	}
	return okReply(c.extendedStatus(loginOK, true, c.get("credentials", c.client(), card.id)))
}
