package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// edited are the types of objects of which another writer changes a text.
var edited = slices.DeleteFunc(objecttype.OfClass(objecttype.Object), func(of *objecttype.Type) bool {
	return of == objecttype.Client || of == objecttype.Terms || of == objecttype.PropertyDefinition
})

// unusedRole is a role of the demo tenant that no configuration grants.
const unusedRole = "crm-admin"

// changeManually deletes a declared object, adds an undeclared grant, or changes a text in the
// service. It returns the request, or "" if nothing can be changed.
func (t *trial) changeManually() string {
	objects, err := t.service.objects()
	if err != nil {
		return ""
	}
	initial := map[string]bool{}
	for _, o := range t.initial {
		initial[o.Kind+o.ExtID] = true
	}
	objects = slices.DeleteFunc(objects, func(o tenantgen.Object) bool { return initial[o.Kind+o.ExtID] })
	t.random.Shuffle(len(objects), func(i, j int) { objects[i], objects[j] = objects[j], objects[i] })
	ways := []func(o tenantgen.Object) string{t.deleteManually, t.grantManually, t.editManually}
	t.random.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
	for _, way := range ways {
		for _, o := range objects {
			if request := way(o); request != "" {
				return request
			}
		}
	}
	return ""
}

// deleteManually deletes an object, unless the service refuses.
func (t *trial) deleteManually(o tenantgen.Object) string {
	if o.Path == "" {
		return ""
	}
	return t.send(http.MethodDelete, o.Path, nil, nil)
}

// grantManually grants an undeclared role to a profile whose grants are declared by one authoritative
// resource.
func (t *trial) grantManually(o tenantgen.Object) string {
	if o.Kind != "profile" || !t.tenant.Together(o.Key) {
		return ""
	}
	return t.send(http.MethodPost, o.Path+"/authorizations", map[string]any{"roleExtId": unusedRole}, nil)
}

// editManually changes a text. If the service cannot clear attributes, it changes only texts that the
// next apply can restore.
func (t *trial) editManually(o tenantgen.Object) string {
	at := slices.IndexFunc(edited, func(of *objecttype.Type) bool { return of.Title == o.Kind })
	if at < 0 {
		return ""
	}
	texts := edited[at].Texts[1:]
	name := texts[t.random.IntN(len(texts))]
	if t.tenant.Kept && o.Values[name] == "" {
		return ""
	}
	var held map[string]any
	t.send(http.MethodGet, o.Path, nil, &held)
	patch := tenantgen.WithTexts(map[string]string{tenantgen.APIName(name): "by hand"})
	patch["version"] = held["version"]
	return t.send(http.MethodPatch, o.Path, patch, nil)
}

// send sends a request as another writer. It returns "" if the service refuses it.
func (t *trial) send(method, path string, body, into any) string {
	content, err := json.Marshal(body)
	if err != nil {
		return ""
	}
	if body == nil {
		content = nil
	}
	request := httptest.NewRequestWithContext(context.Background(), method, t.url+path, bytes.NewReader(content))
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	t.service.sim.ServeHTTP(response, request)
	if response.Code >= http.StatusBadRequest {
		return ""
	}
	if into != nil && json.Unmarshal(response.Body.Bytes(), into) != nil {
		return ""
	}
	return fmt.Sprintf("%s %s %s", method, path, content)
}
