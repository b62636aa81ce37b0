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

// Names returns the names of plans: the distinguishing parts of their paths, without extensions.
// sales/tenant.plan and it/tenant.plan are sales and it, as are sales.plan and it.plan. A single
// plan has the name "".
func Names(files []string) ([]string, error) {
	if len(files) == 0 {
		return nil, errors.New("name a plan")
	}
	if len(files) == 1 {
		return []string{""}, nil
	}
	paths := make([][]string, len(files))
	for i, file := range files {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		paths[i] = strings.Split(filepath.ToSlash(absolute), "/")
	}
	strip(paths, func(path []string) string { return path[0] }, func(path []string) []string { return path[1:] })
	strip(paths, func(path []string) string { return path[len(path)-1] }, func(path []string) []string { return path[:len(path)-1] })
	names, short := make([]string, len(files)), make([]string, len(files))
	for i, path := range paths {
		names[i] = strings.Join(path, "/")
		short[i] = names[i]
		if path[len(path)-1] == filepath.Base(files[i]) {
			short[i] = strings.TrimSuffix(names[i], filepath.Ext(names[i]))
		}
	}
	if !slices.Contains(short, "") && len(distinct(slices.Clone(short))) == len(short) {
		names = short
	}
	if sorted := distinct(slices.Clone(names)); len(sorted) < len(names) {
		return nil, fmt.Errorf("give each plan once: %s", strings.Join(files, ", "))
	}
	return names, nil
}

// strip removes the common elements at one end of all paths, and leaves at least one element in
// each.
func strip(paths [][]string, end func([]string) string, rest func([]string) []string) {
	for {
		for _, path := range paths {
			if len(path) < 2 || end(path) != end(paths[0]) {
				return
			}
		}
		for i := range paths {
			paths[i] = rest(paths[i])
		}
	}
}
