package plan

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Read reads a saved plan, or a file with the JSON of `show -json`. Its errors name the problem and
// the remedy on one line.
func Read(ctx context.Context, file string, cli CLI) (*Plan, error) {
	content, err := input.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such plan: make one with terraform plan -out=%s", file, file)
	case err != nil:
		return nil, err
	}
	name := file
	if file == input.Standard {
		name = "standard input"
	}
	d, err := decode(ctx, file, content, cli)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	saved, err := openArchive(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p, err := newPlan(d, saved, cli.Part)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p.list(d, saved, cmp.Or(cli.Dir, filepath.Dir(file)), cli.Source)
	p.unfamiliar(cli.Source)
	digest := sha256.Sum256(content)
	p.File, p.Digest = name, hex.EncodeToString(digest[:])
	return p, nil
}

// decode detects the format of a file by its first bytes.
func decode(ctx context.Context, file string, content []byte, cli CLI) (*document, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff")))
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return cli.show(ctx, file, content)
	case bytes.HasPrefix(text, []byte("{")):
		return decodeJSON(ctx, file, content, text, cli)
	case len(text) == 0:
		return nil, errors.New("the file is empty")
	case bytes.HasPrefix(content, []byte("tfplan")):
		return nil, errors.New("it is a plan of a Terraform version older than 0.12: plan again with 1.11 or newer")
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return nil, errors.New("it is text in UTF-16, as the > of PowerShell writes it: write the JSON in UTF-8")
	}
	return nil, errors.New("it is neither a saved plan (terraform plan -out=FILE) nor its JSON (terraform show -json FILE)")
}

func decodeJSON(ctx context.Context, file string, content, text []byte, cli CLI) (*document, error) {
	var document map[string]json.RawMessage
	if err := json.Unmarshal(text, &document); err != nil {
		if bytes.Contains(text, []byte(`"@level"`)) {
			return nil, errors.New("it is the log of terraform plan -json: give the saved plan, or what terraform show -json prints of it")
		}
		return nil, fmt.Errorf("it is not valid JSON: %w; write it again with terraform show -json", err)
	}
	switch has := func(name string) bool { _, there := document[name]; return there }; {
	case has("encrypted_data"):
		// OpenTofu encrypts plans into such a file.
		shown, err := cli.show(ctx, file, content)
		if err == nil {
			shown.encrypted = true
		}
		return shown, err
	case has("lineage"), has("serial"), has("values") && !has("planned_values"):
		return nil, errors.New("it is a state, not a plan: give what terraform show -json prints of a saved plan")
	case !has("format_version"), !has("planned_values") && !has("resource_changes") && !has("configuration"):
		return nil, errors.New("it is JSON, but not of a plan: give what terraform show -json prints of a saved plan")
	}
	return parseDocument(text)
}
