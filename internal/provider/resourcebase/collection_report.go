package resourcebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// report adds the diagnostics of all steps at their keys. Those that differ only in their object are
// one diagnostic with the keys.
func (c *Collection) report(steps []*step, call *CollectionCall) {
	var order []*finding
	found := map[string]*finding{}
	for _, s := range slices.SortedFunc(slices.Values(steps), func(a, b *step) int { return cmp.Compare(a.key(), b.key()) }) {
		for _, d := range s.diags {
			detail, same := c.detail(s, d)
			f := found[same]
			if f == nil {
				f = &finding{d, detail, nil}
				found[same], order = f, append(order, f)
			}
			f.keys = append(f.keys, s.key())
		}
	}
	for _, f := range order {
		// The other error is the reason.
		if len(order) == 1 || f.Summary() != planchecks.NotRefreshed {
			c.merge(f, call)
		}
	}
}

// errBlocked is the error of an element whose element above was not created.
var errBlocked = errors.New("nothing was sent, because the element above it does not exist: correct the error of that one, and apply again")

// finding is a diagnostic of the elements with some keys. The detail is the one of the first.
type finding struct {
	diag.Diagnostic
	detail string
	keys   []string
}

// importOne matches the advice to import or to move a single object, in whose place an element has
// the argument adopt; adoptKeys stands for its keys.
var importOne = regexp.MustCompile(`(?s):?\n*import \{\n.*?id = "(?:[^"]*/)?([^"]*)"\n\}` +
	`(\n\nIf the state contains it at another address.*?\n\}\n\n[^\n]*)?`)

const adoptKeys = "adopt = [its key]"

// detail returns the detail of a diagnostic of a step, and what it has in common with equal ones.
func (c *Collection) detail(s *step, d diag.Diagnostic) (detail, same string) {
	detail = importOne.ReplaceAllString(d.Detail(), `. For an element with ext_id = "${1}", that is`+"\n\n"+adoptKeys)
	if inner, ok := d.(diag.DiagnosticWithPath); ok {
		if at := inner.Path().String(); at != "id" && !strings.HasPrefix(detail, at) {
			detail = at + ": " + detail
		}
	}
	same = d.Summary() + "\n" + detail
	for _, name := range []string{s.key(), extIDOf(s)} {
		if name != "" { // Not the word of a sentence, such as "it".
			name = regexp.QuoteMeta(name)
			same = regexp.MustCompile(`(["/=_.@-])`+name+`\b|\b`+name+`(["/=_@-])`).ReplaceAllString(same, "$1…$2")
		}
	}
	return fmt.Sprintf("%s[%q]: %s", c.Type.Elements, s.key(), detail), same
}

func extIDOf(s *step) string { return cmp.Or(textOf(s.after.extID()), textOf(s.before.extID())) }

// merge adds one diagnostic for the elements of a finding.
func (c *Collection) merge(f *finding, call *CollectionCall) {
	at, report, adopted := path.Root(c.Type.Elements), call.Diags.AddAttributeWarning, suggest.Quoted(f.keys)
	if len(f.keys) > shown {
		adopted = `"*"`
	}
	detail := strings.ReplaceAll(f.detail, adoptKeys, "adopt = ["+adopted+"]")
	if len(f.keys) == 1 {
		at = at.AtMapKey(f.keys[0])
	} else {
		detail = fmt.Sprintf("The same for %d %s: %s. The first:\n\n%s", len(f.keys), c.of.Plural, first(f.keys), detail)
	}
	if f.Severity() == diag.SeverityError {
		report = call.Diags.AddAttributeError
	}
	report(at, f.Summary(), detail)
}

// ImportState parses the ID of a collection: its client, and after a slash the external IDs of its
// elements, each after its key and = if they differ, separated by commas; ** for all objects of the
// client, or in a tree one external ID with /** for it and everything below it.
func (c *Collection) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client, list, _ := strings.Cut(req.ID, "/")
	key, err := objecttype.Key{clientPart}.Parse(client)
	named, many := strings.CutSuffix("/"+list, "/**")
	ids, tops := map[string]string{}, 0
	if c.above != "" {
		tops = 1
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(named, "/"), ",") {
		of, extID, differs := strings.Cut(part, "=")
		if !differs {
			extID = of
		}
		if parts, failed := (objecttype.Key{"key", ownPart}).Parse(of + "/" + extID); failed == nil {
			ids[parts[0]] = parts[1]
			key = append(key, parts[1])
		} else if named != "" {
			err = failed
		}
	}
	if err != nil || many && len(ids) != tops {
		resp.Diagnostics.AddError("Could not import "+c.Type.Title, fmt.Sprintf("The import ID %q is malformed. It is the client, a "+
			"slash, and the external IDs of the elements, separated by commas (client/ext_id,ext_id), each after its key if that differs "+
			"(client/key=ext_id). Users and profiles can also be all of the client (client/**), and units one with everything below it "+
			"(client/ext_id/**). In an external ID, %% is written as %%25, / as %%2F, a comma as %%2C, = as %%3D and * as %%2A.", req.ID))
		return
	}
	if many {
		for one, err := range idm.ErrorsLast(c.List(ctx, c.API, key[0], strings.Join(key[1:], ""))) {
			if err != nil {
				resp.Diagnostics.Append(diagnostics.Failure{Verb: "read", Noun: c.Type.Owns, KeyValues: key, Err: err}.Diagnostic())
				return
			}
			ids[one.ExtID] = one.ExtID
		}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(clientPart), key[0])...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("ext_ids"), ids)...)
}
