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

func otpRoutes() []route {
	const otp = "/auth/v1/{clientExtId}/users/{userExtId}/otp"
	return []route{
		serve("POST "+otp+"/challenge", of(otpCard, challengeOTP), "CredentialView"),
		serve("POST "+otp+"/login", ofBody(otpCard, otpLogin, loginByOTP), "CredentialView", "CredentialChangeState"),
	}
}

// otpCard returns a card of the user, preferably a usable one.
func otpCard(c *call) (*record, error) {
	user, err := c.find("users")
	if err != nil {
		return nil, err
	}
	cards := c.list("credentials", "type", c.client(), user.id, typeOTPCard)
	if len(cards) == 0 {
		return nil, noRecord("OTP card of the user", user.id, c.client())
	}
	for _, rec := range cards {
		if c.usable(rec) {
			return rec, nil
		}
	}
	return nil, fail(http.StatusForbidden, codeNotActive, "The credential %q is not active, or its validity is over.", cards[0].id)
}

// challengeOTP asks for a field of the card. It stores the question in the attributes of otp: rows,
// columns, counters and card.
func challengeOTP(c *call, card *record) (reply, error) {
	question := randomDigits(2)
	c.put("credentials", card.with(doc{"otp": strings.Join(append(otpParts(card), question), "|")}))
	return okReply(doc{"challenge": question, "status": c.stateName(card.text("stateName"))})
}

const otpCardParts = 4

func otpParts(card *record) []string {
	parts := strings.Split(card.text("otp"), "|")
	return parts[:min(len(parts), otpCardParts)]
}

// loginByOTP compares the response with the loginSecret of the card; the contents of its fields are
// not simulated.
func loginByOTP(c *call, card *record, body doc) (reply, error) {
	user := c.get("users", c.client(), card.text("userExtId"))
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
