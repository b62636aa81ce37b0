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
	p, err := newPlan(d, saved, cli)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p.list(d, saved, cmp.Or(cli.Dir, filepath.Dir(file)), cli.Source)
	p.unfamiliar(cli.Source)
	digest := sha256.Sum256(content)
	p.File, p.Digest = name, hex.EncodeToString(digest[:])
	return p, nil
}

// errNoPlan is the error for other files, such as a state or the log of terraform plan -json.
var errNoPlan = errors.New("it is neither a saved plan (terraform plan -out=FILE) nor its JSON (terraform show -json FILE)")

// decode detects the format of a file by its content.
func decode(ctx context.Context, file string, content []byte, cli CLI) (*document, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff")))
	if bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		return cli.show(ctx, file, content)
	}
	if !bytes.HasPrefix(text, []byte("{")) {
		return nil, errNoPlan
	}
	var of struct {
		Encrypted json.RawMessage `json:"encrypted_data"`
	}
	if json.Unmarshal(text, &of) == nil && of.Encrypted != nil {
		// OpenTofu encrypts plans into such a file.
		shown, err := cli.show(ctx, file, content)
		if err == nil {
			shown.encrypted = true
		}
		return shown, err
	}
	return parseDocument(text)
}
