package plan

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/json"
	"hash"
	"os"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
)

// encryptionVariable is the environment variable in which OpenTofu finds the encryption of plans.
const encryptionVariable = "TF_ENCRYPTION"

// mostIterations is far above the default of OpenTofu, and still ends within seconds.
const mostIterations = 10_000_000

// decrypted returns the saved plan in a file that OpenTofu has encrypted with the method aes_gcm and
// a passphrase in TF_ENCRYPTION (the key provider pbkdf2); nil for everything else, such as the key
// of a cloud. No command of OpenTofu decrypts a plan into a file.
func decrypted(content []byte) []byte {
	var file struct {
		Meta map[string][]byte `json:"meta"`
		Data []byte            `json:"encrypted_data"`
	}
	if json.Unmarshal(content, &file) != nil {
		return nil
	}
	for _, passphrase := range passphrases(os.Getenv(encryptionVariable)) {
		for _, meta := range file.Meta {
			// A wrong key is noticed, because the method authenticates the content.
			if plain := openWith(passphrase, meta, file.Data); plain != nil {
				return plain
			}
		}
	}
	return nil
}

// passphrases returns the passphrases of the key providers in an encryption block.
func passphrases(encryption string) []string {
	parse := func(source []byte, name string) (*hcl.File, hcl.Diagnostics) {
		return hclsyntax.ParseConfig(source, name, hcl.InitialPos)
	}
	if strings.HasPrefix(strings.TrimSpace(encryption), "{") {
		parse = hcljson.Parse
	}
	file, _ := parse([]byte(encryption), encryptionVariable)
	if file == nil {
		return nil
	}
	content, _, _ := file.Body.PartialContent(&hcl.BodySchema{
		Blocks: []hcl.BlockHeaderSchema{{Type: "key_provider", LabelNames: []string{"type", "name"}}},
	})
	var found []string
	for _, block := range content.Blocks {
		attributes, _, _ := block.Body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "passphrase"}}})
		if passphrase := attributes.Attributes["passphrase"]; block.Labels[0] == "pbkdf2" && passphrase != nil {
			if value, _ := passphrase.Expr.Value(nil); value.Type() == cty.String && value.IsKnown() && !value.IsNull() {
				found = append(found, value.AsString())
			}
		}
	}
	return found
}

// openWith decrypts data with the key that pbkdf2 derives from a passphrase and the metadata in the
// file; nil if that is not the key.
func openWith(passphrase string, metadata, data []byte) []byte {
	var meta struct {
		Salt       []byte `json:"salt"`
		Iterations int    `json:"iterations"`
		Function   string `json:"hash_function"`
		Length     int    `json:"key_length"`
	}
	if json.Unmarshal(metadata, &meta) != nil || meta.Iterations < 1 || meta.Iterations > mostIterations {
		return nil
	}
	function := map[string]func() hash.Hash{"sha256": sha256.New, "sha512": sha512.New}[meta.Function]
	if function == nil {
		return nil
	}
	key, err := pbkdf2.Key(function, passphrase, meta.Salt, meta.Iterations, min(meta.Length, sha512.Size))
	if err != nil {
		return nil
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	method, err := cipher.NewGCM(block)
	if err != nil || len(data) < method.NonceSize() {
		return nil
	}
	plain, err := method.Open(nil, data[:method.NonceSize()], data[method.NonceSize():], nil)
	if err != nil {
		return nil
	}
	return plain
}
