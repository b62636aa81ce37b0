package accessquery

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

var (
	//go:embed page.html.tmpl
	pageSource string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{"clean": report.Clean}).Parse(pageSource))

// Page writes the answer as one HTML page with a search. The page loads no resources, and its
// security policy allows only its own script.
func (a *Answer) Page(w io.Writer) error {
	return page.Execute(w, map[string]any{
		"Answer": a.clean(), "Summary": a.summary(),
		"Style": template.CSS(pageStyle), "Script": template.JS(pageScript), //nolint:gosec // both are files of this package
		"StyleHash": hashOf(pageStyle), "ScriptHash": hashOf(pageScript),
	})
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// clean returns the answer with control and invisible characters made visible.
func (a *Answer) clean() Answer {
	c := *a
	c.Rows = make([]Row, len(a.Rows))
	for i, r := range a.Rows {
		for _, text := range []*string{
			&r.ClientExtID, &r.UserExtID, &r.LoginID, &r.Name, &r.RoleExtID, &r.RoleName, &r.ApplicationExtID, &r.Through, &r.ProfileExtID,
			&r.UnitExtID, &r.GrantExtID,
		} {
			*text = escape.Text(*text)
		}
		c.Rows[i] = r
	}
	return c
}
