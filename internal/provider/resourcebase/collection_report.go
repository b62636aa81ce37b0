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
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// report returns the diagnostics of all steps at their keys. Those that differ only in their object
// are one diagnostic with the keys.
func (c *Collection) report(steps []*step, call *CollectionCall) (diags diag.Diagnostics) {
	var order []string
	groups := map[string][]reported{}
	places, _ := fixedmap.Members(memberOf(call.Config.Raw, sources))
	for _, s := range slices.SortedFunc(slices.Values(steps), func(a, b *step) int { return cmp.Compare(a.key(), b.key()) }) {
		for _, d := range s.diags {
			r := c.reported(s, d, places)
			if groups[r.same] == nil {
				order = append(order, r.same)
			}
			groups[r.same] = append(groups[r.same], r)
		}
	}
	for _, same := range order {
		// The other error is the reason.
		if one := groups[same]; len(order) == 1 || one[0].of.Summary() != planchecks.NotRefreshed {
			diags = append(diags, c.merged(one))
		}
	}
	return diags
}

// errBlocked is the error of an element whose element above was not created.
var errBlocked = errors.New("nothing was sent, because the element above it does not exist: correct the error of that one, and apply again")

// reported is a diagnostic of one element.
type reported struct {
	key, same string
	of        diag.Diagnostic
	detail    string
	// member reports that the detail begins with the place of a member that elements share.
	member bool
}

// importOne matches the advice to import a single object, in whose place an element has the argument
// adopt.
var (
	importOne = regexp.MustCompile(`(?s)\n*import \{\n.*?\n\}`)
	importID  = regexp.MustCompile(`(?m)^\s*id\s*=\s*"([^"]*)"$`)
)

func (c *Collection) reported(s *step, d diag.Diagnostic, places map[string]tftypes.Value) reported {
	r := reported{key: s.key(), same: d.Summary(), of: d, detail: c.assigns()}
	if s.after.exists() && s.after.given[ownPart].IsNull() && assigned[d.Summary()] {
		return r
	}
	at, place := path.Empty(), places[s.key()]
	if inner, ok := d.(diag.DiagnosticWithPath); ok {
		at = inner.Path()
	}
	if steps := at.Steps(); len(steps) == 2 {
		name, _ := steps[1].(path.PathStepElementKeyString)
		if member := places[steps[0].String()+"."+string(name)]; textOf(member) != "" {
			place, r.member = member, true
		}
	}
	r.detail = d.Detail()
	if named := at.String(); !r.member && named != "" && named != "id" && !strings.HasPrefix(r.detail, named) {
		r.detail = named + ": " + r.detail
	}
	r.detail = c.adoptInstead(s, r.detail)
	r.same += "\n" + r.detail
	for _, name := range []string{s.key(), extIDOf(s)} {
		if name != "" {
			r.same = strings.ReplaceAll(r.same, name, "…")
		}
	}
	if textOf(place) != "" {
		r.detail = textOf(place) + ": " + r.detail
	}
	return r
}

// sources is the write-only argument with the places where elements are written.
const sources = "sources"

// adoptInstead replaces the advice to import a single object. Another object than that of the
// element also needs its external ID.
func (c *Collection) adoptInstead(s *step, detail string) string {
	return importOne.ReplaceAllStringFunc(detail, func(block string) string {
		own := ""
		if id := importID.FindStringSubmatch(block); id != nil {
			if key, err := c.Type.Single().Key.Parse(id[1]); err == nil && key[len(key)-1] != extIDOf(s) {
				own = fmt.Sprintf("ext_id = %q and ", key[len(key)-1])
			}
		}
		return fmt.Sprintf("\n\nFor an element of this collection, that is\n\n%sadopt = [%q]", own, s.key())
	})
}

// assigned are the summaries that advise to remove the argument ext_id, which an element may not
// have.
var assigned = map[string]bool{"The service assigned another external ID": true, "The service assigns external IDs": true}

// assigns explains the external IDs of a service that assigns them to elements without one.
func (c *Collection) assigns() string {
	return fmt.Sprintf("This release of the service assigns the external IDs of %s itself. The attribute ext_ids records them, and later "+
		"plans use them. A create with other IDs ends with this error, after which Terraform regards the whole resource as tainted "+
		"and would delete and create all elements: run `terraform untaint` on it to keep them.", c.Type.Single().Plural)
}

func extIDOf(s *step) string { return cmp.Or(textOf(s.after.extID()), textOf(s.before.extID())) }

// merged returns one diagnostic for equal ones.
func (c *Collection) merged(all []reported) diag.Diagnostic {
	one, at := all[0], path.Root(c.Type.Elements)
	detail := one.detail
	if len(all) == 1 {
		at = at.AtMapKey(one.key)
	} else {
		keys := make([]string, len(all))
		for i, r := range all {
			keys[i] = r.key
		}
		same := fmt.Sprintf("The same for %d %s: %s.", len(all), c.Type.Single().Plural, first(keys))
		if detail = same + " The first:\n\n" + one.detail; one.member {
			detail = one.detail + "\n\n" + same
		}
	}
	if one.of.Severity() == diag.SeverityError {
		return diag.NewAttributeErrorDiagnostic(at, one.of.Summary(), detail)
	}
	return diag.NewAttributeWarningDiagnostic(at, one.of.Summary(), detail)
}

// partlyCreated returns an error for a create of which only some elements succeeded. They exist, and
// no state records them.
func (c *Collection) partlyCreated(left *elements) diag.Diagnostics {
	created := slices.Sorted(maps.Keys(left.by))
	if len(created) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(c.Type.Elements), "Created only part of the "+c.Type.Title,
		fmt.Sprintf("These %d elements were created before the errors and remain: %s. Terraform does not record a resource whose create "+
			"failed. Correct the errors, set adopt = [\"*\"] or their keys, and apply again: the existing objects are then taken over, "+
			"and "+
			"only the others are created. Remove adopt afterwards.", len(created), first(created)))}
}

// ImportState parses the ID of a collection: its client, and after a slash the external IDs of its
// elements, each after its key and = if they differ, separated by commas; ** for all objects of the
// client, or one external ID with /** for it and everything below it.
func (c *Collection) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client, list, ok := strings.Cut(req.ID, "/")
	key, err := objecttype.Key{clientPart}.Parse(client)
	var wanted []string
	keys := map[string]string{}
	subtree, below := strings.CutSuffix(list, "/**")
	if list != allObjects {
		for part := range strings.SplitSeq(subtree, ",") {
			of, extID, named := strings.Cut(part, "=")
			if !named {
				extID = of
			}
			ids, failed := objecttype.Key{"key", ownPart}.Parse(of + "/" + extID)
			if ok = ok && failed == nil; ok {
				wanted = append(wanted, ids[1])
				keys[ids[1]] = ids[0]
			}
		}
	}
	if err != nil || !ok || list == allObjects && c.All == nil || below && (c.Below == nil || len(wanted) != 1) {
		resp.Diagnostics.AddError("Could not import "+c.Type.Title, fmt.Sprintf("The import ID %q is malformed. It is %s. In an "+
			"external ID, %% is written as %%25, / as %%2F, a comma as %%2C, = as %%3D and * as %%2A.", req.ID, c.importForms()))
		return
	}
	listed := func(func(string, error) bool) {}
	switch {
	case list == allObjects:
		listed = c.All(ctx, c.API, key[0])
	case below:
		listed = c.Below(ctx, c.API, key[0], wanted[0])
	}
	for extID, err := range listed {
		if err != nil {
			failed := diagnostics.Failure{Verb: "read", Noun: c.Type.Owns, KeyValues: append(key, wanted...), Err: err}
			resp.Diagnostics.Append(failed.Diagnostic())
			return
		}
		wanted = append(wanted, extID)
	}
	ids := map[string]string{}
	for _, extID := range wanted {
		ids[cmp.Or(keys[extID], extID)] = extID
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(clientPart), key[0])...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), objecttype.ImportID(key[0]))...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("ext_ids"), ids)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, []byte("true"))...)
}

// allObjects stands for all objects of a client in an import ID.
const allObjects = "**"

// importForms describes the import IDs of the collection.
func (c *Collection) importForms() string {
	form := "the client, a slash, and the external IDs of the elements, separated by commas (client/ext_id,ext_id), each after " +
		"its key if that differs (client/key=ext_id)"
	if c.All != nil {
		form += ", or the client and all its " + c.Type.Single().Plural + " (client/**)"
	}
	if c.Below != nil {
		form += ", or one external ID with everything below it (client/ext_id/**)"
	}
	return form
}

// rooted sets the parent of an imported tree: the one above all elements that are not below another
// element.
func (c *Collection) rooted(left *elements) diag.Diagnostics {
	byExtID, roots := left.byExtID(), map[string][]string{}
	for key, one := range left.by {
		if above := one.attribute(c.above()); c.above() != "" && byExtID[textOf(above)] == nil {
			roots[textOf(above)] = append(roots[textOf(above)], key)
			left.parent = above
		}
	}
	if len(roots) < 2 {
		return nil
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic("Could not import "+c.Type.Title, fmt.Sprintf("The elements are below %d different "+
		"parents: %s. A tree has one. Add the objects between them to the import ID, or import a %s for each.", len(roots),
		first(slices.Sorted(maps.Keys(roots))), c.Type.Title))}
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
