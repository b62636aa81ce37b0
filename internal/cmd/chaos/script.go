package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// script edits objects directly in the service: it reads an object and changes one attribute.
type script struct {
	url     string
	history *history
	random  *rand.Rand
	edits   int
}

// edit changes one cell to a new value. If another writer was faster, it does not change the
// object.
func (s *script) edit(ctx context.Context, at cell) error {
	content, status, err := s.call(ctx, http.MethodGet, at.object, nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the script reads %s: %d", at.object, status)
	}
	if err != nil {
		return err
	}
	var object struct{ Version int64 }
	if err := json.Unmarshal(content, &object); err != nil {
		return err
	}
	read := map[cell]string{}
	for name, value := range flatten(content) {
		read[cell{at.object, name}] = value
	}
	// The response omits empty values.
	read[at] += ""
	s.history.planned("script", read)
	s.edits++
	body := tenantgen.WithTexts(map[string]string{at.attribute: fmt.Sprintf("script %d", s.edits)})
	if at.attribute == "name" || at.attribute == "name.familyName" {
		body = tenantgen.WithTexts(map[string]string{at.attribute: fmt.Sprintf("%s script %d", keyIn(at.object), s.edits)})
	}
	body["version"] = object.Version
	_, status, err = s.call(ctx, http.MethodPatch, at.object, body)
	if err == nil && status != http.StatusOK && status != http.StatusConflict {
		err = fmt.Errorf("the script changes %s: %d", at.object, status)
	}
	return err
}

// keyIn returns the key of an object with a chosen external ID. Its name starts with the key.
func keyIn(object string) string {
	_, extID, _ := strings.Cut(object, "/")
	return strings.TrimPrefix(extID, "ext-")
}

func (s *script) call(ctx context.Context, method, object string, body tenantgen.Block) ([]byte, int, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, 0, err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.url+tenantgen.PathOf(object), content)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := new(http.Client).Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return answer, response.StatusCode, err
}
