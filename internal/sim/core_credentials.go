package sim

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// credentialCommon holds the fields that every credential has.
var credentialCommon = append([]field{
	{name: "extId", use: fixed},
	{name: "clientExtId"},
	{name: "userExtId", use: shown},
	{name: "policyExtId", use: fixed},
	{name: "type", kind: kindName, use: shown},
	{name: "stateName", kind: kindEnum, use: editable, values: credentialStates, anyCase: true},
	{name: "stateChangeReason", use: shown},
	{name: "stateChangeDetail", use: shown},
	{name: "modificationComment", use: shown | onPatch},
	{name: "validity", kind: kindPeriod, use: shown},
	{name: "createdBy", use: shown},
	{name: "modifiedBy", use: shown},
	{name: "lastChangeDate", kind: kindTime, use: shown},
	{name: "lastSuccessfulLoginDate", kind: kindTime, use: shown},
	{name: "successfulLoginCount", kind: kindNumber, use: shown},
	{name: "lastFailedLoginDate", kind: kindTime, use: shown},
	{name: "failedLoginCount", kind: kindNumber, use: shown},
	{name: "resetCount", kind: kindNumber, use: shown},
	{name: "loginSecret"},
}, bookkeeping...)

var credentialStates = []string{
	"initial", "active", "tmp-locked", "fail-locked", "reset-code", "admin-changed", "disabled", "archived",
}

// credentialFields holds the fields of all types, for the seed file.
var credentialFields = joinKinds()

func joinKinds() []field {
	all := slices.Clone(credentialCommon)
	for _, fields := range credentialKinds {
		for _, f := range fields {
			if _, known := fieldNamed(all, f.name); !known {
				all = append(all, f)
			}
		}
	}
	return all
}

func fillCredential(_ *tx, d doc) {
	setDefault(d, "extId", uuid.NewString())
	setDefault(d, "stateName", "active")
	setDefault(d, "stateChangeReason", "initialized")
	if d["type"] == recoveryCodes {
		setDefault(d, "used", false)
	}
	if name, secret := hashedField[text(d, "type")], text(d, "loginSecret"); name != "" && secret != "" {
		setDefault(d, name, hashSecret(text(d, "extId"), secret))
	}
}

// hashedField names the field of each type that shows the hash of the secret.
var hashedField = map[string]string{
	"Ticket Authorization":      "ticket",
	"Temporary Strong Password": "tempStrongPassword",
	"PUK":                       "puk",
	"DevicePassword":            "devicePassword",
}

// hashSecret hashes a secret like the service, with the credential's ID as salt.
func hashSecret(id, secret string) string {
	salt := sha256.Sum256([]byte(id))
	sum := sha256.Sum256(append([]byte(secret), salt[:8]...))
	return "{SSHA256}" + base64.StdEncoding.EncodeToString(append(sum[:], salt[:8]...))
}

func checkCredential(_ *tx, d doc) error {
	fields, ok := credentialKinds[text(d, "type")]
	if !ok {
		return refuse(codeInvalidData, "type %q is unknown.", d["type"])
	}
	for name := range d {
		_, common := fieldNamed(credentialCommon, name)
		if _, own := fieldNamed(fields, name); !own && !common {
			return refuse(codeInvalidData, "%s is not a field of the type %q.", name, d["type"])
		}
	}
	return nil
}

func credentialListRoutes() []route {
	row := serve("GET "+userPath+"/credentials", below("users", list("credentials", "user")), "CredentialView").forSelf()
	row.denied = deniedCredentials
	return []route{row}
}

// deniedCredentials reports a missing right as the reference specifies it for this route: 404, with
// the name of another right.
func deniedCredentials(c *call, right string) error {
	if c.quirks[quirkLater] {
		return missingRight(right)
	}
	return fail(http.StatusNotFound, codeInsufficientRights, "Permission denied: %sCredentialSearch is missing.", rightPrefix)
}

// credentialView returns a credential with the fields of its type. Self-admin callers do not see
// who changed it.
func (c *call) credentialView(rec *record) doc {
	out := view(credentialCommon, rec.doc, c.quirks)
	for _, f := range credentialKinds[rec.text("type")] {
		if v, ok := rec.doc[f.name]; ok {
			out[f.name] = v
		}
	}
	if c.selfAdmin {
		for _, name := range []string{"createdBy", "modifiedBy", "lastChangeDate"} {
			delete(out, name)
		}
	}
	out["stateName"] = c.stateName(rec.text("stateName"))
	if rec.text("type") == typeURLTicket {
		out["stateName"] = strings.ReplaceAll(text(out, "stateName"), "-", "_")
	}
	return out
}

// stateName formats a state for the release: in upper case with underscores, or in lower case with
// hyphens.
func (c *call) stateName(state string) string {
	if c.quirks[quirkLater] {
		return state
	}
	return strings.ToUpper(strings.ReplaceAll(state, "-", "_"))
}
