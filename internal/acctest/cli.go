package acctest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// version asks the CLI under test for its version, once.
var version = sync.OnceValues(func() ([2]int, error) {
	var v [2]int
	out, err := exec.Command(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"), "version", "-json").Output()
	if err != nil {
		return v, fmt.Errorf("ask the CLI for its version: %w", err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return v, err
	}
	_, err = fmt.Sscanf(answer.Version, "%d.%d", &v[0], &v[1])
	return v, err
})

// olderThan reports whether the CLI is older than a version.
func olderThan(major, minor int) (bool, error) {
	v, err := version()
	return v[0] < major || v[0] == major && v[1] < minor, err
}
