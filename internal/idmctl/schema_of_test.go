package idmctl

import (
	"encoding"
	"encoding/json"
	"maps"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/recertify"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// words lists the permitted values of strings with a limited set of values, by type and field.
var words = map[string][]string{
	"Row.kind": {"role", "enterprise role"}, "Row.effective": {accessquery.Yes, accessquery.No, accessquery.Unknown},
	"Row.declared":     {accessquery.Yes, accessquery.No, accessquery.Unknown},
	"Fault.kind":       sim.FaultKinds,
	"verdict.decision": {decisionPass, decisionApprove, decisionFail}, "Evidence.undecided": {recertify.Keep, recertify.Revoke},
}

// wordsOf lists the permitted values of string types.
var wordsOf = map[reflect.Type]any{
	reflect.TypeFor[drift.ChangeKind](): []drift.ChangeKind{drift.Changed, drift.Added, drift.Removed},
	reflect.TypeFor[export.Layout]():    export.Layouts,
	reflect.TypeFor[plan.Action](): []plan.Action{plan.Create, plan.Update, plan.Delete, plan.Replace, plan.NoOp, plan.Forget,
		plan.ForgetCreate},
	reflect.TypeFor[rehearsal.Phase](): []string{"plan", "apply"},
	reflect.TypeFor[review.Effect]():   []review.Effect{review.Gain, review.Loss, review.Altered},
}

// schemaWriter derives the JSON schema of a type from the types and tags of its fields.
type schemaWriter struct {
	definitions map[string]any
	types       map[string]reflect.Type
}

// rootSchema returns the schema of a document.
func rootSchema(t reflect.Type, title string) map[string]any {
	w := &schemaWriter{definitions: map[string]any{}, types: map[string]reflect.Type{}}
	list := t.Kind() == reflect.Slice
	if list {
		t = t.Elem()
	}
	schema := w.object(t)
	if list {
		schema = map[string]any{"type": "array", "items": schema}
	}
	schema["$schema"], schema["title"] = "http://json-schema.org/draft-07/schema#", title
	if len(w.definitions) > 0 {
		schema["definitions"] = w.definitions
	}
	return schema
}

func (w *schemaWriter) of(t reflect.Type, field string) map[string]any {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	case wordsOf[t] != nil:
		return map[string]any{"type": "string", "enum": wordsOf[t]}
	case t.Kind() == reflect.Pointer:
		return w.of(t.Elem(), field)
	case t.Implements(reflect.TypeFor[json.Marshaler]()), t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return map[string]any{"type": "string"}
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": w.of(t.Elem(), "")}
	case t.Kind() == reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": w.of(t.Elem(), "")}
	case t.Kind() == reflect.String && t.PkgPath() == "" && words[field] != nil:
		return map[string]any{"type": "string", "enum": words[field]}
	case t.Kind() == reflect.Struct:
		return w.reference(t)
	}
	return w.plain(t)
}

func (*schemaWriter) plain(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Interface:
		return map[string]any{}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	}
	if t.Kind() != reflect.String {
		panic("no schema for " + t.String())
	}
	return map[string]any{"type": "string"}
}

// reference returns a reference to the definition of a struct. The definition is written once, even
// if the struct contains itself.
func (w *schemaWriter) reference(t reflect.Type) map[string]any {
	name := t.Name()
	if known := w.types[name]; known != nil && known != t {
		name = path.Base(t.PkgPath()) + name
	}
	if w.types[name] == nil {
		w.types[name] = t
		w.definitions[name] = w.object(t)
	}
	return map[string]any{"$ref": "#/definitions/" + name}
}

func (w *schemaWriter) object(t reflect.Type) map[string]any {
	properties, required := w.fields(t)
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// fields returns the schemas of the fields, including those of embedded structs, and the names of
// the fields that are always present.
func (w *schemaWriter) fields(t reflect.Type) (properties map[string]any, required []string) {
	properties, required = map[string]any{}, []string{}
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			embedded := field.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			own, always := w.fields(embedded)
			maps.Copy(properties, own)
			required = append(required, always...)
		}
		if name == "" || name == "-" || !field.IsExported() {
			continue
		}
		properties[name] = w.of(field.Type, t.Name()+"."+name)
		if strings.Contains(options, "omitempty") {
			continue
		}
		required = append(required, name)
		if field.Type.Kind() == reflect.Pointer {
			properties[name] = map[string]any{"anyOf": []any{properties[name], map[string]any{"type": "null"}}}
		}
	}
	return properties, required
}
