package sim

import (
	"net/http"
	"strings"
)

// ofCard passes a card of the user to a handler, preferably a usable one.
func ofCard(handle handler) handler {
	return func(c *call, user *record) reply {
		cards := c.credentialsOf(user.id, typeOTPCard)
		if len(cards) == 0 {
			panic(noRecord("OTP card of the user", user.id, c.client()))
		}
		for _, rec := range cards {
			if c.usable(rec) {
				return handle(c, rec)
			}
		}
		f := notActive(cards[0])
		f.status = http.StatusForbidden
		panic(f)
	}
}

// challengeOTP asks for a field of the card. It stores the question in the attributes of otp: rows,
// columns, counters and card.
func challengeOTP(c *call, card *record) reply {
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
func loginByOTP(c *call, card *record, body doc) reply {
	user := c.get("users", c.client(), card.text("userExtId"))
	if question := text(body, "challenge"); question != "" && !strings.HasSuffix(card.text("otp"), "|"+question) {
		panic(refuse(codeInvalidParameter, "challenge is not the latest one."))
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
