package resourcebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// report adds the diagnostics of all steps at their keys. Those that differ only in their object are
// one diagnostic with the keys.
func (c *Collection) report(steps []*step, call *CollectionCall) {
	var order []*finding
	found := map[string]*finding{}
	places, _ := fixedmap.Members(memberOf(call.Config.Raw, sources))
	for _, s := range slices.SortedFunc(slices.Values(steps), func(a, b *step) int { return cmp.Compare(a.key(), b.key()) }) {
		for _, d := range s.diags {
			f, same := c.finding(s, d, places)
			if found[same] == nil {
				found[same] = f
				order = append(order, f)
			}
			found[same].keys = append(found[same].keys, s.key())
		}
	}
	for _, f := range order {
		// The other error is the reason.
		if len(order) == 1 || f.of.Summary() != planchecks.NotRefreshed {
			c.merge(f, call)
		}
	}
}

// errBlocked is the error of an element whose element above was not created.
var errBlocked = errors.New("nothing was sent, because the element above it does not exist: correct the error of that one, and apply again")

// finding is a diagnostic of elements. The detail is the one of the first.
type finding struct {
	of     diag.Diagnostic
	detail string
	keys   []string
	// member reports that the detail begins with the place of a member that elements share.
	member bool
}

// importOne matches the advice to import or to move a single object, in whose place an element has
// the argument adopt; adoptKeys stands for its keys.
var importOne = regexp.MustCompile(`(?s):?\n*import \{\n.*?id = "(?:[^"]*/)?([^"]*)"\n\}` +
	`(\n\nIf the state contains it at another address.*?\n\}\n\n[^\n]*)?`)

const adoptKeys = "adopt = [its key]"

// finding returns a diagnostic of a step, and what it has in common with equal ones.
func (c *Collection) finding(s *step, d diag.Diagnostic, places map[string]tftypes.Value) (f *finding, same string) {
	f = &finding{of: d, detail: d.Detail()}
	at, place := path.Empty(), places[s.key()]
	if inner, ok := d.(diag.DiagnosticWithPath); ok {
		at = inner.Path()
	}
	if steps := at.Steps(); len(steps) == 2 {
		name, _ := steps[1].(path.PathStepElementKeyString)
		if member := places[steps[0].String()+"."+string(name)]; textOf(member) != "" {
			place, f.member = member, true
		}
	}
	within := fmt.Sprintf("%s[%q]: ", c.Type.Elements, s.key())
	if named := at.String(); !f.member && named != "" && named != "id" && !strings.HasPrefix(f.detail, named) {
		f.detail, within = named+": "+f.detail, fmt.Sprintf("%s[%q].", c.Type.Elements, s.key())
	}
	f.detail = importOne.ReplaceAllString(f.detail, `. For an element with ext_id = "${1}", that is`+"\n\n"+adoptKeys)
	same = d.Summary() + "\n" + f.detail
	for _, name := range []string{s.key(), extIDOf(s)} {
		if name != "" { // Not the word of a sentence, such as "it".
			name = regexp.QuoteMeta(name)
			same = regexp.MustCompile(`(["/=_.@-])`+name+`\b|\b`+name+`(["/=_@-])`).ReplaceAllString(same, "$1…$2")
		}
	}
	if textOf(place) != "" {
		within = textOf(place) + ": "
	}
	f.detail = within + f.detail
	return f, same
}

// sources is the write-only argument with the places where elements are written.
const sources = "sources"

func extIDOf(s *step) string { return cmp.Or(textOf(s.after.extID()), textOf(s.before.extID())) }

// merge adds one diagnostic for the elements of a finding.
func (c *Collection) merge(f *finding, call *CollectionCall) {
	at, report := path.Root(c.Type.Elements), call.Diags.AddAttributeWarning
	same := fmt.Sprintf("The same for %d %s: %s.", len(f.keys), c.Type.Single().Plural, first(f.keys))
	adopted := suggest.Quoted(f.keys)
	if len(f.keys) > shown {
		adopted = `"*"`
	}
	f.detail = strings.ReplaceAll(f.detail, adoptKeys, "adopt = ["+adopted+"]")
	switch {
	case len(f.keys) == 1:
		at = at.AtMapKey(f.keys[0])
	case f.member:
		f.detail += "\n\n" + same
	default:
		f.detail = same + " The first:\n\n" + f.detail
	}
	if f.of.Severity() == diag.SeverityError {
		report = call.Diags.AddAttributeError
	}
	report(at, f.of.Summary(), f.detail)
}

// warnPartlyCreated warns of a create of which only some elements succeeded. They exist, and no state
// records them.
func (c *Collection) warnPartlyCreated(call *CollectionCall, left *elements) {
	if created := slices.Sorted(maps.Keys(left.by)); len(created) > 0 {
		call.Diags.AddAttributeWarning(path.Root(c.Type.Elements), "Created only part of the "+c.Type.Title, fmt.Sprintf(
			"These %d elements were created before the errors and remain: %s. Terraform does not record a resource whose create failed. "+
				"Correct the errors, set adopt = [\"*\"] or their keys, and apply again: the existing objects are then taken over, and "+
				"only the others are created. Remove adopt afterwards.", len(created), first(created)))
	}
}

// ImportState parses the ID of a collection: its client, and after a slash the external IDs of its
// elements, each after its key and = if they differ, separated by commas; ** for all objects of the
// client, or in a tree one external ID with /** for it and everything below it.
func (c *Collection) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client, list, _ := strings.Cut(req.ID, "/")
	key, err := objecttype.Key{clientPart}.Parse(client)
	named, many := strings.CutSuffix("/"+list, "/**")
	ids, tops := map[string]string{}, 0
	if c.above() != "" {
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
		for extID, err := range c.List(ctx, c.API, key[0], strings.Join(key[1:], "")) {
			if err != nil {
				resp.Diagnostics.Append(diagnostics.Failure{Verb: "read", Noun: c.Type.Owns, KeyValues: key, Err: err}.Diagnostic())
				return
			}
			ids[extID] = extID
		}
	}
	for name, value := range map[string]any{clientPart: key[0], "id": objecttype.ImportID(key[0]), "ext_ids": ids} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, []byte("true"))...)
}

// ExtIDs yields the external IDs of objects.
func ExtIDs[T idm.Described](all iter.Seq2[T, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for one, err := range idm.ErrorsLast(all) {
			if !yield(idm.ExtID(one), err) {
				return
			}
		}
	}
}
