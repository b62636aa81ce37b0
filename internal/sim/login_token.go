package sim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// tokenLifetime is the lifetime of an X-Token.
const tokenLifetime = 5 * time.Minute

// claims are the contents of an X-Token.
type claims struct {
	Subject string `json:"sub"`
	Client  string `json:"client"`
	Expires int64  `json:"exp"`
}

// issueToken creates the temporary token of a user, signed with HS256.
func (c *call) issueToken(client, user string) string {
	payload, _ := json.Marshal(claims{user, client, c.now.Add(tokenLifetime).Unix()})
	head := encodePart([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encodePart(payload)
	return head + "." + encodePart(c.server.sign(head))
}

func encodePart(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (s *Server) sign(head string) []byte {
	mac := hmac.New(sha256.New, s.tokenKey)
	mac.Write([]byte(head))
	return mac.Sum(nil)
}

// requireToken returns 401 unless the call has a valid X-Token of the caller. Changes of protected
// values require it.
func (c *call) requireToken() {
	got, ok := c.readToken(c.request.Header.Get("X-Token"))
	if ok && got.Subject == c.caller.user && got.Client == c.caller.client && got.Expires > c.now.Unix() {
		return
	}
	panic(challenge("A valid X-Token is needed for this change.", `X-Token realm="`+c.request.URL.EscapedPath()+`"`))
}

func (c *call) readToken(token string) (claims, bool) {
	i := strings.LastIndexByte(token, '.')
	if i < 0 {
		return claims{}, false
	}
	signature, err := base64.RawURLEncoding.DecodeString(token[i+1:])
	if err != nil || !hmac.Equal(signature, c.server.sign(token[:i])) {
		return claims{}, false
	}
	_, payload, _ := strings.Cut(token[:i], ".")
	plain, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return claims{}, false
	}
	var out claims
	return out, json.Unmarshal(plain, &out) == nil
}
