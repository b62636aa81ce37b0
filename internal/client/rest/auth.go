package rest

import (
	"encoding/base64"
	"net/http"
)

// Authenticator adds the caller's credentials to requests.
type Authenticator interface {
	// Authorize sets the request's credentials. A token that has to be fetched first is fetched through
	// client, which uses the CA, proxy and certificate of the Config.
	Authorize(request *http.Request, client *http.Client) error
	// Secrets returns the values that must not appear in logs: those of the login, and of a request
	// that it has authorized, unless that is nil.
	Secrets(authorized *http.Request) []string
	// Renew discards the credentials of a request that was refused with 401, unless they have been
	// renewed in the meantime. It returns false if the request has none that can expire.
	Renew(refused *http.Request) bool
}

// header is an Authenticator with a fixed Authorization header.
type header struct {
	value   string
	secrets []string
}

func (h header) Authorize(request *http.Request, _ *http.Client) error {
	request.Header.Set("Authorization", h.value)
	return nil
}

func (h header) Secrets(*http.Request) []string { return h.secrets }

func (h header) Renew(*http.Request) bool { return false }

// BearerToken logs in with a token that was obtained elsewhere.
func BearerToken(token string) Authenticator {
	return header{value: "Bearer " + token, secrets: []string{token}}
}

// Basic logs in with a user name and password.
func Basic(user, password string) Authenticator {
	encoded := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return header{value: "Basic " + encoded, secrets: []string{password, encoded}}
}

// TechnicalUser logs in as a technical user with the secret of one of its device passwords: a
// bearer token that is the base64 of "userExtID:credentialExtID:secret" without padding.
func TechnicalUser(userExtID, credentialExtID, secret string) Authenticator {
	token := base64.RawStdEncoding.EncodeToString([]byte(userExtID + ":" + credentialExtID + ":" + secret))
	return header{value: "Bearer " + token, secrets: []string{secret, token}}
}
