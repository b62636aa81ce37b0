package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// object is an object of a JSON schema.
type object map[string]any

// schema returns the JSON schema of the YAML files, which editors use for completion and checks.
func schema(grants Grants) []byte {
	properties := object{}
	for _, s := range sections {
		properties[s.name] = byKey(fmt.Sprintf("By key: each %s.", s.noun), sectionSchema(s, grants))
	}
	properties[undeclaredApplications] = object{"type": []string{"array", "null"}, "items": object{"type": "string"},
		"description": "External IDs of applications that the client has and no file declares."}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(object{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "Objects of a tenant", "type": "object",
		"additionalProperties": false, "properties": properties,
	})
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// byKey is the schema of a mapping whose keys the user chooses.
func byKey(description string, of object) object {
	return object{"description": description, "type": []string{"object", "null"}, "additionalProperties": of}
}

func sectionSchema(s section, grants Grants) object {
	properties := object{}
	for _, f := range s.fields {
		properties[f.name] = fieldSchema(f)
		if f.form == isRef {
			properties[f.attribute] = object{"type": "string",
				"description": fmt.Sprintf("External ID instead of %s, for an object that no file declares.", f.name)}
		}
	}
	for _, key := range s.nestedKeys() {
		properties[key] = nestedSchema(key, grants)
	}
	for mark, description := range s.marks {
		properties[mark] = object{"type": "boolean", "description": description}
	}
	all := object{"type": "object", "additionalProperties": false, "properties": properties}
	if len(s.required) > 0 {
		all["required"] = s.required
	}
	return all
}

func fieldSchema(f field) object {
	switch f.form {
	case isFlag:
		return object{"type": "boolean"}
	case isFixed:
		properties := object{}
		for _, key := range f.keys {
			properties[key] = object{"type": "string"}
		}
		return object{"type": "object", "additionalProperties": false, "properties": properties}
	case isNumber:
		return object{"type": "integer"}
	case isTexts:
		return object{"type": "array", "items": object{"type": "string"}}
	case isFree:
		return byKey("By name.", object{"type": "string"})
	case isRef:
		return object{"type": "string", "description": fmt.Sprintf("Key of the %s.", strings.TrimPrefix(sectionKind(f.to), "idm_"))}
	}
	return object{"type": "string"}
}

func nestedSchema(key string, grants Grants) object {
	switch key {
	case "properties":
		return byKey("Values by the name of the property.", object{"type": "string"})
	case "roles", "role_ext_ids":
		return object{"type": "array", "items": object{"type": "string"}}
	case "authorizations":
		fields := append([]field{refers("role_ext_id", "role", "roles")}, roomFields...)
		return byKey(grantDescription("role", grants), grantSchema(fields, "ext_id", "properties"))
	}
	fields := []field{refers("enterprise_role_ext_id", "enterprise_role", "enterprise_roles"), within("validity", moments)}
	return byKey(grantDescription("enterprise role", grants), grantSchema(fields))
}

func grantDescription(noun string, grants Grants) string {
	description := fmt.Sprintf("By the key of the %s, or by any name if the grant sets the %s.", noun, noun)
	if grants == Authoritative {
		return description + " Grants that are not listed are removed."
	}
	return description
}

func grantSchema(fields []field, more ...string) object {
	properties := object{}
	for _, f := range fields {
		properties[f.name] = fieldSchema(f)
		if f.form == isRef {
			properties[f.attribute] = object{"type": "string"}
		}
	}
	for _, name := range more {
		properties[name] = object{"type": "string"}
		if name == "properties" {
			properties[name] = byKey("Values by the name of the property.", object{"type": "string"})
		}
	}
	return object{"type": []string{"object", "null"}, "additionalProperties": false, "properties": properties}
}
