package sim

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// credentialCommon holds the fields that every credential has.
var credentialCommon = fieldsOf("credential")

// joinKinds returns the fields of all kinds, for the seed file.
func joinKinds() []field {
	all := slices.Clone(credentialCommon)
	for _, k := range credentialKinds {
		for _, f := range k.fields {
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
	if name, secret := kindOf(text(d, "type")).hashed, text(d, "loginSecret"); name != "" && secret != "" {
		setDefault(d, name, hashSecret(text(d, "extId"), secret))
	}
}

// hashSecret hashes a secret like the service, with the credential's ID as salt.
func hashSecret(id, secret string) string {
	salt := sha256.Sum256([]byte(id))
	sum := sha256.Sum256(append([]byte(secret), salt[:8]...))
	return "{SSHA256}" + base64.StdEncoding.EncodeToString(append(sum[:], salt[:8]...))
}

func checkCredential(_ *tx, d doc) {
	k := kindOf(text(d, "type"))
	if k.name == "" {
		panic(refuse(codeInvalidData, "type %q is unknown.", d["type"]))
	}
	for name := range d {
		_, common := fieldNamed(credentialCommon, name)
		if _, own := fieldNamed(k.fields, name); !own && !common {
			panic(refuse(codeInvalidData, "%s is not a field of the type %q.", name, d["type"]))
		}
	}
}

// credentialView returns a credential with the fields of its type. Self-admin callers do not see
// who changed it.
func (c *call) credentialView(rec *record) doc {
	out := view(slices.Concat(credentialCommon, kindOf(rec.text("type")).fields), rec.doc, c.quirks)
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
