package acctest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

// version reads the version of the CLI under test once.
var version = sync.OnceValues(func() ([2]int, error) {
	var v [2]int
	response, err := process.CLIVersion(context.Background(), cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"), nil)
	if err != nil {
		return v, err
	}
	_, err = fmt.Sscanf(response, "%d.%d", &v[0], &v[1])
	return v, err
})

// olderThan reports whether the CLI is older than a version.
func olderThan(major, minor int) (bool, error) {
	v, err := version()
	return v[0] < major || v[0] == major && v[1] < minor, err
}
