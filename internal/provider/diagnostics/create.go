package diagnostics

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// NotCreated returns the Diagnostic of a create, with the import block of the object that already
// exists or may have been created.
func (f Failure) NotCreated() diag.Diagnostic {
	stop := stopped(f.Err)
	switch {
	case stop == nil:
	case stop.Outcome == write.Lost && stop.Candidates != nil:
		return f.Adopting("If this create made an object, import it and delete any further one that it made. Otherwise apply again:",
			f.withExtID(stop.Candidates[0]))
	case stop.Outcome == write.Lost:
		return f.error(f.detail(fmt.Sprintf("If it exists, import it: its import ID is %sits external ID. "+
			"Otherwise apply again.", f.beforeExtID())))
	case stop.Refusal != nil:
		return f.Adopting(f.existing(stop), f.withExtID(stop.ExtID))
	case stop.Outcome == write.Duplicate:
		return f.Adopting("If that object is yours, import it; the next plan shows the differences:", f.withExtID(stop.ExtID))
	}
	if !interrupted(f.Err) && (Lost(f.Err) || is[*idm.LocationError](f.Err)) {
		return f.Adopting("If the object already exists and is yours, import it:", f.KeyValues)
	}
	if credentialExists(f.Err) {
		return f.Adopting(Twice+" If it is yours, for example after a killed run, import it; the next plan replaces it:", f.KeyValues)
	}
	return f.Diagnostic()
}

// CreatedTwice warns of further objects that appeared together with a created one.
func CreatedTwice(noun string, key, second []string) diag.Diagnostic {
	f := Failure{Noun: noun, KeyValues: key}
	return diag.NewWarningDiagnostic("A second object was created", fmt.Sprintf("Object: %s %s\n\n"+
		"The service has further objects with the same values that appeared during this create: %s. A proxy between the provider and "+
		"the service may have sent the create again. The state contains only the first. If no other run created the others, delete "+
		"them in the service, or import them to destroy them:\n\n%s",
		Title(noun), objecttype.ImportID(key...), escape.Text(strings.Join(second, ", ")), ImportBlock(noun, f.withExtID(second[0]))))
}

// Twice is the remedy for a replacement whose create comes first.
const Twice = "If this plan replaces it, remove create_before_destroy, because only one can exist."

// credentialExists reports whether a user already has the only credential of a kind. A code with its
// own remedy concerns any user.
func credentialExists(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return ok && strings.HasSuffix(response.Code(), "Exists") && byCode[response.Code()] == ""
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
			"add the archived %[1]s to the state. Declare a new %[1]s with %[4]s, such as ext_id = %[5]s. Nothing was changed.",
			title, escape.Quoted(extID), keeps, choose, escape.Quoted(extID+"-2"))
}

// existing describes the object that made the service refuse a create, and the remedies.
func (f Failure) existing(exists *write.Error) string {
	there := fmt.Sprintf("%s %s", Title(f.Noun), objecttype.ImportID(f.withExtID(exists.ExtID)...))
	if exists.Unread != nil {
		return fmt.Sprintf("The %s may already exist; looking it up failed: %s. If it exists and is yours, import it; otherwise "+
			"choose another ext_id and another name:",
			there, strings.TrimSuffix(exists.Unread.Error(), "."))
	}
	if !exists.ByName {
		return fmt.Sprintf("The %s already exists; an earlier run may have created it. "+Twice+
			" If it is not yours, choose another ext_id. If it is yours, import it; the next plan shows the differences:", there)
	}
	return fmt.Sprintf("The %s already has this "+f.unique()+". If it is not yours, choose another one. "+Twice+
		" If this plan deletes it because a for_each key or its address changed, keep it: set its ext_id to %s again, and add a "+
		"`moved { from = … to = … }` block with the old and the new address. "+
		"If it is yours, for example after a killed run, import it (if the configuration sets ext_id, it must be %s); the next "+
		"plan shows the differences:",
		there, escape.Quoted(exists.ExtID), escape.Quoted(exists.ExtID))
}

// unique returns the attribute whose value must be unique, besides the external ID, and where.
func (f Failure) unique() string {
	of := objecttype.ByName(f.Noun)
	switch {
	case of == objecttype.User:
		return "login ID in the same client"
	case of != nil && (of.Class == objecttype.Credential || of.Class == objecttype.Grant):
		return of.Unique.Attr + ", which is unique " + of.Unique.Where
	}
	return "name in the same place"
}

// NotUpdated returns the Diagnostic of an update. If the service refuses a value as a duplicate,
// holder finds the object that has it.
func (f Failure) NotUpdated(holder func() (extID string, err error)) diag.Diagnostic {
	if !errors.Is(f.Err, idm.ErrDuplicate) || stopped(f.Err) != nil {
		return f.Diagnostic()
	}
	extID, err := holder()
	if err != nil || extID == "" || extID == f.KeyValues[len(f.KeyValues)-1] {
		return f.Diagnostic()
	}
	return f.Adopting(fmt.Sprintf("The %s %s already has this %s. Choose another one. If this plan changes that object's value "+
		"as well, apply again, or add it to `depends_on` here, so that it changes first; to swap two values, apply a third value in "+
		"between. "+
		"If that object is yours and not managed yet, import it, and change or delete it first:",
		Title(f.Noun), objecttype.ImportID(f.withExtID(extID)...), f.unique()), f.withExtID(extID))
}

// NotDeleted returns the Diagnostic of a delete. It names the dependents if the service keeps the
// object because of them.
func (f Failure) NotDeleted(dependents iter.Seq[string]) diag.Diagnostic {
	if response, _ := errors.AsType[*idm.Error](f.Err); response == nil || response.Code() != "errors.undeletedDependencies" {
		return f.Diagnostic()
	}
	var named []string
	for dependent := range dependents {
		if len(named) == maxDependents {
			named = append(named, "… and more")
			break
		}
		named = append(named, dependent)
	}
	if len(named) == 0 {
		return f.Diagnostic()
	}
	return f.error(f.detail(fmt.Sprintf("These depend on the %s:\n\n- %s\n\n"+
		"If a for_each key, its address or its ext_id was only renamed, keep the object: set its ext_id to %s again, and add a "+
		"`moved { from = … to = … }` block with the old and the new address. "+
		"Otherwise first move the dependents to another %s, or remove them, in an apply with this %s still in the configuration. If the "+
		"same plan moves them, set create_before_destroy = true in its lifecycle, apply, and remove it afterwards.",
		Title(f.Noun), list(named), escape.Quoted(f.KeyValues[len(f.KeyValues)-1]), Title(f.Noun), Title(f.Noun))))
}

// maxDependents limits the dependents that an error names.
const maxDependents = 10

// Adopting returns a Diagnostic with the import block of an existing object, after an invitation to
// use it.
func (f Failure) Adopting(invitation string, key []string) diag.Diagnostic {
	return f.error(f.detail(invitation, ImportBlock(f.Noun, key)))
}

func (f Failure) withExtID(extID string) []string {
	values := slices.Clone(f.KeyValues)
	values[len(values)-1] = extID
	return values
}

// beforeExtID introduces an external ID that follows the other parts of the import ID; it is "" for
// a type without other parts.
func (f Failure) beforeExtID() string {
	others := f.KeyValues[:len(f.KeyValues)-1]
	if len(others) == 0 {
		return ""
	}
	return escape.Quoted(objecttype.ImportID(others...)+"/") + " followed by "
}

// ImportBlock returns the configuration that adopts an existing object.
func ImportBlock(noun string, key []string) string {
	return fmt.Sprintf("import {\n  to = idm_%s.example # use the address shown after \"with\"\n  id = %s\n}", noun,
		escape.Quoted(objecttype.ImportID(key...)))
}

// list joins the items of a list that contain values of the service, each on a single line: a line
// break in an external ID could otherwise add a false import block to a message.
func list(texts []string) string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = escape.Text(text)
	}
	return strings.Join(lines, "\n- ")
}
