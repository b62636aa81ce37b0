package remedy

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/visible"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// NotCreated is the Diagnostic of a create, with the import block of the object that is in the way
// or may have been made.
func (f Failure) NotCreated() diag.Diagnostic {
	stop := stopped(f.Err)
	switch {
	case stop == nil:
	case stop.Outcome == write.Lost:
		return f.adopting("If there is none, apply again. If there is one, import it, with its external id in place of EXT-ID:",
			f.withExtID("EXT-ID"))
	case stop.Refusal != nil:
		return f.adopting(f.existing(stop), f.withExtID(stop.ExtID))
	case stop.Outcome == write.Duplicate:
		return f.adopting("If that one is yours, adopt it; the next plan then changes what differs:", f.withExtID(stop.ExtID))
	}
	if !interrupted(f.Err) && (lost(f.Err) || is[*idm.LocationError](f.Err)) {
		return f.adopting("If the object is there already and is yours, adopt it:", f.KeyValues)
	}
	if credentialExists(f.Err) {
		return f.adopting("If that one is yours, as after a run that was killed, adopt it; the next plan then replaces it:", f.KeyValues)
	}
	return f.Diagnostic()
}

// credentialExists reports whether a user already has its only credential of a kind.
func credentialExists(err error) bool {
	answer, ok := errors.AsType[*idm.Error](err)
	return ok && strings.HasSuffix(answer.Code(), "Exists")
}

// StateArchived is the state of users and profiles that is final.
const StateArchived = "archived"

// Archived explains that an archived object keeps the external ID or the login ID of a new one.
func Archived(noun, extID string) (summary, detail string) {
	title, keeps, choose := Title(noun), "its external ID", "another ext_id"
	if noun == objecttype.User.Name {
		keeps, choose = "its external ID and its login ID", "another ext_id and another login_id"
	}
	return "The archived " + title + " cannot be reused",
		fmt.Sprintf("The %s %s is archived permanently: the service never activates it again, and it keeps %s. An import would only "+
			"adopt the archived %[1]s. Declare a new %[1]s with %[4]s, such as ext_id = %[5]s. Nothing was changed.",
			title, visible.Quoted(extID), keeps, choose, visible.Quoted(extID+"-2"))
}

// existing says which object made the service refuse a create, and what to do when it is not to be
// adopted.
func (f Failure) existing(exists *write.Error) string {
	there := fmt.Sprintf("%s %s", Title(f.Noun), objecttype.ImportID(f.withExtID(exists.ExtID)...))
	if exists.Unread != nil {
		return fmt.Sprintf("The %s may be there already; looking it up failed: %s. If it is there and is yours, adopt it; otherwise "+
			"choose another ext_id and another name:",
			there, strings.TrimSuffix(exists.Unread.Error(), "."))
	}
	if !exists.ByName {
		return fmt.Sprintf("The %s is there already, under the external id that was sent; an earlier run may have made it. "+
			"If it is not yours, choose another ext_id. If it is yours, adopt it; the next plan then changes what differs:", there)
	}
	return fmt.Sprintf("The %s has this "+f.unique()+" already, in the same place. If it is not yours, choose another one. "+
		"If this plan deletes it, because the key of a for_each or the address of the resource was changed, keep it: give it its ext_id "+
		"%s again, and say with `moved { from = … to = … }` that this address is the one that it had. "+
		"If it is yours, as after a run that was killed, adopt it (an ext_id in the configuration must then be %s); the next plan changes "+
		"what differs:",
		there, visible.Quoted(exists.ExtID), visible.Quoted(exists.ExtID))
}

// unique is what people call the value of an object that no other one may have, beside its id.
func (f Failure) unique() string {
	if f.Noun == "user" {
		return "login id"
	}
	return "name"
}

// NotUpdated is the Diagnostic of an update. When the service calls a value a duplicate, holder
// looks for the object that has it.
func (f Failure) NotUpdated(holder func() (extID string)) diag.Diagnostic {
	if !errors.Is(f.Err, idm.ErrDuplicate) || stopped(f.Err) != nil {
		return f.Diagnostic()
	}
	extID := holder()
	if extID == "" || extID == f.KeyValues[len(f.KeyValues)-1] {
		return f.Diagnostic()
	}
	return f.adopting(fmt.Sprintf("The %s %s has this %s already, in the same place. Choose another one. If this plan gives that one "+
		"another %s too, let this one depend on it with `depends_on`, so that it goes first; two that swap need one apply with a third "+
		"value in between. If that one is yours and is managed nowhere, adopt it, and change or delete it before this one:",
		Title(f.Noun), objecttype.ImportID(f.withExtID(extID)...), f.unique(), f.unique()), f.withExtID(extID))
}

// NotDeleted is the Diagnostic of a delete. When the service keeps the object because others depend
// on it, they are named.
func (f Failure) NotDeleted(dependents iter.Seq[string]) diag.Diagnostic {
	if answer, _ := errors.AsType[*idm.Error](f.Err); answer == nil || answer.Code() != "errors.undeletedDependencies" {
		return f.Diagnostic()
	}
	var named []string
	for dependent := range dependents {
		if len(named) == maxDependents {
			named = append(named, "… and more")
			break
		}
		named = append(named, visible.Text(dependent))
	}
	if len(named) == 0 {
		return f.Diagnostic()
	}
	return diag.NewErrorDiagnostic(f.summary(), f.Detail()+fmt.Sprintf("\n\nThese depend on the %s:\n\n- %s\n\n"+
		"If this plan only renames it, because the key of a for_each, its address or its ext_id was changed, keep it: give it its ext_id "+
		"%s again, and write `moved { from = … to = … }` with the old and the new address. "+
		"Otherwise move those above to another %s or remove them, in an apply before this one: keep this one in the configuration until "+
		"then. If the same plan moves them, set create_before_destroy = true in the lifecycle of this one, apply, and remove it then.",
		Title(f.Noun), strings.Join(named, "\n- "), visible.Quoted(f.KeyValues[len(f.KeyValues)-1]), Title(f.Noun)))
}

// maxDependents bounds how many dependents an error names.
const maxDependents = 10

// NotGranted is NotCreated for the grant of a role. When the service calls it a duplicate, the one
// in the way is looked for among the grants that the profile has, and the error carries the import
// block of that one: its external ID is another than the one that was to be created.
func (f Failure) NotGranted(role string, granted iter.Seq2[grants.Grant, error]) diag.Diagnostic {
	if !errors.Is(f.Err, idm.ErrDuplicate) {
		return f.NotCreated()
	}
	for grant, failed := range granted {
		if failed != nil {
			break
		}
		if grant.RoleExtID == role {
			return f.adopting(fmt.Sprintf("The profile has %q already, by the %s %q. If that one is yours, adopt it:", role, Title(f.Noun),
				grant.ExtID), f.withExtID(grant.ExtID))
		}
	}
	return f.NotCreated()
}

func (f Failure) adopting(invitation string, key []string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(f.summary(), f.Detail()+"\n\n"+invitation+"\n\n"+importBlock(f.Noun, key))
}

func (f Failure) withExtID(extID string) []string {
	values := slices.Clone(f.KeyValues)
	values[len(values)-1] = extID
	return values
}

// importBlock is the configuration that adopts an existing object.
func importBlock(noun string, key []string) string {
	return fmt.Sprintf("import {\n  to = idm_%s.example # use the address shown after \"with\"\n  id = %s\n}", noun,
		visible.Quoted(objecttype.ImportID(key...)))
}

// RefuseTakeover refuses to create an authoritative resource over what is there already: a create
// cannot show in its plan what it would take away. Each reason is a line about one element.
func RefuseTakeover(noun string, key []string, at path.Path, reasons []string) diag.Diagnostics {
	if len(reasons) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "There is more than the configuration names",
		fmt.Sprintf("Object: %s %s\n\n"+
			"This resource holds all of them, and it would have to take away or change what no plan has shown. Nothing was sent. In the "+
			"way:\n\n- %s\n\n"+
			"Import what is there, so that the next plan shows what goes and what changes; or write it into the configuration as it "+
			"is:\n\n%s",
			Title(noun), objecttype.ImportID(key...), strings.Join(reasons, "\n- "), importBlock(noun, key)))}
}

// PartlyCreated warns that a create of an authoritative resource failed after it had made some of
// its elements. They are not in the state, and the next create takes them over.
func PartlyCreated(noun string, key, created []string) diag.Diagnostics {
	if len(created) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Made a part of the "+Title(noun),
		fmt.Sprintf("Object: %s %s\n\n"+
			"These were made before the error, and stay: %s. Correct the error and apply again: what is there as configured is taken "+
			"over, and only the rest is sent.",
			Title(noun), objecttype.ImportID(key...), strings.Join(created, ", ")))}
}
