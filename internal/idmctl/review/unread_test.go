package review

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Without facts, each change that may give access breaks access and gain.role, each that may take
// it breaks loss and revoke, and nothing is claimed about people: for all types that give
// something.
func TestUnread(t *testing.T) {
	for _, row := range objecttype.All() {
		if row.Gives.Attr == "" {
			continue
		}
		of := func(given string) string {
			switch {
			case row.Class != objecttype.Set:
			case strings.HasSuffix(row.Gives.Attr, "authorizations"):
				given = "{" + given + ": {}}"
			default:
				given = "[" + given + "]"
			}
			if row.Gives.To != "client_ext_id" {
				given += ", " + row.Gives.To + ": x"
			}
			return "{" + row.Gives.Attr + ": " + given + "}"
		}
		for change, broken := range map[string]string{
			"+ %.a " + of("admin"):                           "breaks access gain.role\nno breaks loss loss.role",
			"- %.a " + of("admin"):                           "breaks loss loss.role\nno breaks access gain.role",
			"-/+ %.a " + of("reader") + " -> " + of("admin"): "breaks access gain.role loss loss.role",
		} {
			newScript(t).play("offline\n" + strings.Replace(change, "%", row.TypeName(), 1) + "\n" + broken +
				"\n> none\nduring none\nno finds … gain it\nno finds … gains it\nno finds … lose it\nno finds … loses it")
		}
	}
}
