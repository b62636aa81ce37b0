// Package diagnostics turns the error of a call into a diagnostic that names the failed operation,
// the service's response, and the remedy.
package diagnostics

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Failure is a failed call; Diagnostic describes it to the user.
type Failure struct {
	// Verb is the operation: create, read, update, move, delete.
	Verb string
	// Noun is the name of the part, such as unit_properties.
	Noun string
	// KeyValues is the key of the object.
	KeyValues []string
	// Err is the error of the API client.
	Err error
	// Release is the release that introduced the operation, for services without it.
	Release Release
	// From describes the arguments of a list, which has no object.
	From string
	// Action reports that the call is an action, which is never repeated automatically.
	Action bool
}

// Release is the release of the service that introduced some operations, and the alternative for
// users of an older release. The zero value means that every release has them.
type Release struct{ Since, Instead string }

// ReleaseOf returns the release that introduced the operations of a type.
func ReleaseOf(t *objecttype.Type) Release { return Release{Since: t.Since, Instead: t.Instead} }

// missing returns a text about an operation that the address or the service's release lacks, "" for
// operations that every release has.
func (r Release) missing(noun string) string {
	if r.Since == "" {
		return ""
	}
	return fmt.Sprintf("This address does not have the operation. Check base_url: it is the address before /core/v1. If it is correct, "+
		"the service is too old: idm_%s requires release %s or later. %s", noun, r.Since, r.Instead)
}

// Diagnostic returns an error with a short fixed summary, and a detail with the object, the remedy,
// and the service's method, path, status, code and message.
func (f Failure) Diagnostic() diag.Diagnostic {
	return f.error(f.Detail())
}

// error returns a diagnostic from which Cause returns the error of the call.
func (f Failure) error(detail string) diag.Diagnostic {
	return failed{diag.NewErrorDiagnostic(f.summary(), detail), f.Err}
}

// failed is a diagnostic with the error that it describes.
type failed struct {
	diag.Diagnostic
	err error
}

// Cause returns the error of the call that a diagnostic describes; nil for other diagnostics.
func Cause(d diag.Diagnostic) error {
	if f, ok := d.(failed); ok {
		return f.err
	}
	return nil
}

// Warning returns a Diagnostic that does not end the operation. The introduction precedes the
// detail.
func (f Failure) Warning(summary, introduction string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary, introduction+"\n\n"+f.Detail())
}

// WarnReadAfterCreate returns a warning that an object was created and could not be read
// afterwards. An error would make Terraform destroy and recreate the object.
func (f Failure) WarnReadAfterCreate() diag.Diagnostic {
	return f.Warning("Created "+Title(f.Noun)+", but could not read it",
		"The object exists and is recorded in the state. What the service assigned is not known yet; the next plan or refresh reads it.")
}

// Unlisted returns a warning that a list omits an object that cannot be read.
func (f Failure) Unlisted() diag.Diagnostic {
	return f.Warning(f.summary(), "One object was left out of the list.")
}

// Element returns the Diagnostic for one element of an authoritative resource, at its attribute
// path.
func (f Failure) Element(at path.Path, element string) diag.Diagnostic {
	var later []string
	if errors.Is(f.Err, idm.ErrDuplicate) {
		later = append(later, "The other object was created after the plan. Plan, review and apply again.")
	}
	return diag.NewAttributeErrorDiagnostic(at, "Could not "+f.Verb+" one of the "+Title(f.Noun),
		fmt.Sprintf("Element: %s\n%s", element, f.detail(later...)))
}

// Detail returns the text of the Diagnostic.
func (f Failure) Detail() string { return f.detail() }

// detail contains the object, the outcome, the remedy, and last the message of the service. An
// error of the provider itself describes the outcome, so it precedes the remedy.
func (f Failure) detail(remedies ...string) string {
	first, last := "", f.Err.Error()
	switch stop := stopped(f.Err); {
	case stop != nil && stop.Cause != nil:
		first, last = stop.Reason(), stop.Cause.Error()
	case stop != nil && stop.Refusal == nil || is[*GeneratedSecretError](f.Err):
		first, last = last, ""
	}
	paragraphs := append([]string{f.object(), sentence(first), strings.TrimSpace(f.outcome() + " " + f.hint())}, remedies...)
	paragraphs = append(paragraphs, sentence(last))
	return strings.Join(slices.DeleteFunc(paragraphs, func(text string) bool { return text == "" }), "\n\n")
}

func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.TrimSuffix(text, ".") + "."
}

func (f Failure) summary() string { return "Could not " + f.Verb + " " + Title(f.Noun) }

func (f Failure) object() string {
	if f.From != "" {
		return "Listed from: " + f.From
	}
	if len(f.KeyValues) == 0 {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("Object: %s %s", Title(f.Noun), objecttype.ImportID(f.KeyValues...)))
}

// Title returns a noun as it appears in a sentence: unit_properties becomes "unit properties".
// Object types have titles in their rows; other nouns are names of data sources.
func Title(noun string) string {
	if of := objecttype.ByName(noun); of != nil {
		return of.Title
	}
	return strings.ReplaceAll(noun, "_", " ")
}
