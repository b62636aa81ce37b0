package input

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// configuration matches the names of configuration files of Terraform and OpenTofu.
var configuration = []string{"*.tf", "*.tofu", "*.tf.json", "*.tofu.json"}

// Configuration returns the configuration files in a folder, sorted.
func Configuration(folder string) []string {
	var found []string
	for _, pattern := range configuration {
		found = append(found, Find(folder, pattern)...)
	}
	slices.Sort(found)
	return found
}

// Find returns the files below a folder that match a valid pattern, such as */people.csv, sorted.
// Brackets and asterisks in the name of the folder have no special meaning.
func Find(folder, pattern string) []string {
	found, err := fs.Glob(os.DirFS(cmp.Or(folder, ".")), pattern)
	if err != nil {
		panic(err) // The patterns are constants.
	}
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	return found
}
