package plan_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// encrypt writes a file as OpenTofu does with the method aes_gcm.
func encrypt(t *testing.T, file, passphrase string, meta map[string]any) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	key, err := pbkdf2.Key(sha512.New, passphrase, []byte("salt of 16 bytes"), 1000, 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	method, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := make([]byte, method.NonceSize())
	whole := map[string]any{"salt": []byte("salt of 16 bytes"), "iterations": 1000, "hash_function": "sha512", "key_length": 32}
	maps.Copy(whole, meta)
	inner, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	outer, err := json.Marshal(map[string]any{"meta": map[string][]byte{"key_provider.pbkdf2.k": inner},
		"encrypted_data": slices.Concat(nonce, method.Seal(nil, nonce, content, nil)), "encryption_version": "v0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, outer, 0o600); err != nil {
		t.Fatal(err)
	}
}

// What cannot be decrypted is unlisted, whatever the file and the variable contain.
func TestRead_encrypted(t *testing.T) {
	const block = `key_provider "pbkdf2" "k" { passphrase = "correct-horse-battery" }`
	for name, test := range map[string]struct {
		encryption string
		meta       map[string]any
		read       bool
	}{
		"passphrase":           {block, nil, true},
		"another first":        {`key_provider "pbkdf2" "a" { passphrase = "a" }` + "\n" + block, nil, true},
		"JSON":                 {`{"key_provider":{"pbkdf2":{"k":{"passphrase":"correct-horse-battery"}}}}`, nil, true},
		"no variable":          {"", nil, false},
		"another passphrase":   {`key_provider "pbkdf2" "k" { passphrase = "a" }`, nil, false},
		"a reference":          {`key_provider "pbkdf2" "k" { passphrase = var.passphrase }`, nil, false},
		"a number":             {`key_provider "pbkdf2" "k" { passphrase = 1 }`, nil, false},
		"null":                 {`key_provider "pbkdf2" "k" { passphrase = null }`, nil, false},
		"a chain":              {`key_provider "pbkdf2" "k" { chain = key_provider.external.x }`, nil, false},
		"another key provider": {`key_provider "aws_kms" "k" { passphrase = "correct-horse-battery" }`, nil, false},
		"no encryption block":  {`passphrase = "correct-horse-battery"`, nil, false},
		"not HCL":              {`key_provider "pbkdf2" {`, nil, false},
		"not JSON":             {`{"key_provider":`, nil, false},
		"a newer hash":         {block, map[string]any{"hash_function": "sha3"}, false},
		"no iterations":        {block, map[string]any{"iterations": 0}, false},
		"endless iterations":   {block, map[string]any{"iterations": 1 << 40}, false},
		"a short key":          {block, map[string]any{"key_length": 1}, false},
		"a negative length":    {block, map[string]any{"key_length": -1}, false},
		"an endless length":    {block, map[string]any{"key_length": 1 << 40}, false},
		"no numbers":           {block, map[string]any{"iterations": "many"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TF_ENCRYPTION", test.encryption)
			folder := t.TempDir()
			file, program := filepath.Join(folder, "saved.tfplan"), filepath.Join(folder, "tofu")
			writeArchive(t, file, map[string]string{".terraform.lock.hcl": lock("registry.opentofu.org/identity-iac/idm"),
				"tfplan": backendOf(t, "local", nil)})
			encrypt(t, file, "correct-horse-battery", test.meta)
			if err := os.WriteFile(program, []byte("#!/bin/sh\ncat <<'END'\n"+ownUnit+"\nEND\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			p, err := plan.Read(t.Context(), file, plan.CLI{Path: program})
			if err != nil {
				t.Fatal(err)
			}
			if read := p.Backend.Type == "local"; read != test.read || slices.Contains(p.Unlisted, plan.UnlistedEncrypted) == read {
				t.Errorf("backend %q, unlisted %q", p.Backend.Type, p.Unlisted)
			}
		})
	}
}
