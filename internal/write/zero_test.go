package write

import (
	"errors"
	"strings"
	"testing"
)

// An update that no constructor made meets a conflict with an error, and not with a panic.
func TestPatchWithConflictCheck_zeroUpdate(t *testing.T) {
	conflict := errors.New("another version")
	run := &Run{Outcome: func(error) Outcome { return Conflict }}
	err := Update{run: run}.PatchWithConflictCheck(t.Context(), func(int64) error { return conflict },
		func() (any, int64, error) { return struct{}{}, 0, nil })
	if err == nil || !strings.Contains(err.Error(), "cannot be compared with the plan") {
		t.Errorf("error %v", err)
	}
}
