package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ReadAll reads the plans of the parts of one tenant, in any order, and joins them. With several
// plans, the folder of the CLI contains a subfolder for each part, named after the part.
func ReadAll(ctx context.Context, files []string, cli CLI) (*Plan, error) {
	names, err := Names(files)
	if err != nil {
		return nil, err
	}
	parts := make([]Part, len(files))
	for i, file := range files {
		own := cli
		own.Part = names[i]
		if own.Dir, err = DirOf(cli.Dir, names[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		p, err := Read(ctx, file, own)
		if err != nil {
			return nil, err
		}
		parts[i] = Part{names[i], p}
	}
	return Join(parts)
}

// DirOf returns the folder of a part in the folder of all parts; "" without a folder.
func DirOf(dir, name string) (string, error) {
	if dir == "" || name == "" {
		return dir, nil
	}
	own := filepath.Join(dir, filepath.FromSlash(name))
	if about, err := os.Stat(own); err != nil || !about.IsDir() {
		return "", fmt.Errorf("with several plans, %s needs a folder %s for this one: make it, or correct --dir", dir, name)
	}
	return own, nil
}

// Names returns the names of plans: the last elements of their paths that all differ, without
// extensions. sales/tenant.plan and it/tenant.plan are sales and it, as are sales.plan and it.plan. A
// single plan has the name "".
func Names(files []string) ([]string, error) {
	if len(files) == 0 {
		return nil, errors.New("name a plan")
	}
	if len(files) == 1 {
		return []string{""}, nil
	}
	stems, paths := make([]string, len(files)), make([]string, len(files))
	for i, file := range files {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		paths[i], stems[i] = absolute, strings.TrimSuffix(filepath.Base(absolute), filepath.Ext(absolute))
	}
	for names, last := stems, ""; ; {
		if len(distinct(slices.Clone(names))) == len(names) {
			return names, nil
		}
		if paths[0] == last {
			return nil, fmt.Errorf("give each plan once, in a folder named after its part: %s", strings.Join(files, ", "))
		}
		last, names = paths[0], make([]string, len(files))
		for i := range paths {
			names[i], paths[i] = filepath.Base(paths[i]), filepath.Dir(paths[i])
		}
	}
}
