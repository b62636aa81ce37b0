package framework

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// Failure is a call that did not succeed; Diagnostic says it to the user.
type Failure struct {
	// Verb is what was tried: create, read, update, move, delete.
	Verb string
	// Noun is the name of the part, such as unit_properties.
	Noun string
	// Parts are the key of the object.
	Parts []string
	// Err is what the API client returned.
	Err error
}

// Failed says what could not be done to an object, what the service answered and what to do next.
func (r *Resource) Failed(verb string, m Keyed, err error) diag.Diagnostic {
	return Failure{Verb: verb, Noun: r.Noun, Parts: m.Parts(), Err: err}.Diagnostic()
}

// NotCreated is Failed for a create, with the import block of the object that is in the way or may have been made.
// The block needs an id, so it is left out when the configuration leaves the external id to the service.
func (r *Resource) NotCreated(m Keyed, err error) diag.Diagnostic {
	f := Failure{Verb: "create", Noun: r.Noun, Parts: m.Parts(), Err: err}
	if taken, ok := errors.AsType[*TakenError](err); ok {
		return diag.NewErrorDiagnostic(f.summary(), f.detail()+"\n\nIf that one is yours, adopt it; the next plan then changes what differs:\n\n"+r.ImportBlock(taken.Parts...))
	}
	if is[*UnsettledError](err) {
		parts := m.Parts()
		parts[len(parts)-1] = "EXT-ID"
		return diag.NewErrorDiagnostic(f.summary(), f.detail()+"\n\nIf there is none, apply again. If there is one, import it, with its external id in place of EXT-ID:\n\n"+r.ImportBlock(parts...))
	}
	answer, _ := errors.AsType[*rest.Error](err)
	if interrupted(err) {
		return f.Diagnostic()
	}
	duplicate := answer != nil && errors.Is(err, rest.ErrDuplicate) && answer.Code() == "errors.duplicateValue"
	if duplicate || errors.Is(err, rest.ErrNoAnswer) || is[*rest.BadAnswerError](err) || is[*rest.LocationError](err) {
		return diag.NewErrorDiagnostic(f.summary(), f.detail()+"\n\nIf the object is there already and is yours, adopt it:\n\n"+r.ImportBlock(m.Parts()...))
	}
	return f.Diagnostic()
}

// ImportBlock is the configuration that adopts an existing object.
func (r *Resource) ImportBlock(parts ...string) string {
	return fmt.Sprintf("import {\n  to = idm_%s.example # the address of this resource\n  id = %s\n}", r.Noun, visible.Quoted(ID(parts...)))
}

// Diagnostic is an error with a short fixed summary, and a detail with status, code, the service's message, method and path, and the way out.
func (f Failure) Diagnostic() diag.Diagnostic {
	return diag.NewErrorDiagnostic(f.summary(), f.detail())
}

func (f Failure) summary() string { return "Could not " + f.Verb + " " + title(f.Noun) }

func (f Failure) detail() string {
	var b strings.Builder
	if object := f.object(); object != "" {
		fmt.Fprintf(&b, "%s\n\n", object)
	}
	fmt.Fprintf(&b, "%s.", strings.TrimSuffix(f.Err.Error(), "."))
	if way := wayOut(f.Err); way != "" {
		fmt.Fprintf(&b, "\n\n%s", way)
	}
	return b.String()
}

func (f Failure) object() string {
	if len(f.Parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Object: %s %s", title(f.Noun), ID(f.Parts...))
}

// title is a noun for people: unit_properties becomes "unit properties".
func title(noun string) string { return strings.ReplaceAll(noun, "_", " ") }
