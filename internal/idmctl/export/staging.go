package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
)

// EnsureEmpty returns an error unless a folder does not exist yet or contains only a names.yaml, and
// for the layout data a jobs.yaml. An export never overwrites files.
func EnsureEmpty(folder string, layout Layout) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot use the output folder; name another one: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() == NamesFile || e.Name() == datafiles.JobsFile && layout == Data
	})
	if len(entries) > 0 {
		return fmt.Errorf("the output folder %s is not empty, and nothing is overwritten; empty it or name another one", folder)
	}
	return nil
}

// install writes files to a folder: all of them, or none if it fails or ctx ends. It stages them
// next to the folder, or inside it if it exists, and then renames them.
func install(ctx context.Context, folder string, files map[string][]byte) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	at, exists := filepath.Dir(folder), false
	if _, err := os.Stat(folder); err == nil {
		exists, at = true, folder
	} else if err := os.MkdirAll(at, 0o750); err != nil {
		return err
	}
	staging, err := os.MkdirTemp(at, "."+filepath.Base(folder)+"-unfinished-")
	if err != nil {
		return err
	}
	// A rename of the whole folder leaves nothing to remove.
	defer os.RemoveAll(staging)
	for name, content := range files {
		if err := write(ctx, filepath.Join(staging, name), content); err != nil {
			return err
		}
	}
	if !exists {
		return os.Rename(staging, folder)
	}
	return move(staging, folder, files)
}

func write(ctx context.Context, file string, content []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o600)
}

// move renames files one by one, and removes the new ones again if one fails.
func move(staging, folder string, files map[string][]byte) error {
	var moved []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		target := filepath.Join(folder, name)
		before, statErr := os.Stat(target)
		if statErr == nil {
			// A file keeps the permissions that the user gave it.
			_ = os.Chmod(filepath.Join(staging, name), before.Mode().Perm())
		}
		err := os.MkdirAll(filepath.Dir(target), 0o750)
		if err == nil {
			err = os.Rename(filepath.Join(staging, name), target)
		}
		if err != nil {
			for _, path := range moved {
				err = errors.Join(err, os.Remove(path))
			}
			return err
		}
		if errors.Is(statErr, fs.ErrNotExist) {
			moved = append(moved, target)
		}
	}
	return nil
}
