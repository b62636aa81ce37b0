// Command licences compares the licences of the modules that the released binaries are built from
// with the ones that the project has agreed to. It reads the modules' own files and needs no network.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	classifier "github.com/google/licenseclassifier/v2"
	"github.com/google/licenseclassifier/v2/assets"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: licences ALLOWED FOLDER PACKAGE...")
		os.Exit(1)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// module is one that packages of the binaries belong to, with the folder of its sources.
type module struct{ path, version, folder string }

func run(list, folder string, packages []string) error {
	allowed, err := read(list)
	if err != nil {
		return err
	}
	known, err := assets.DefaultClassifier()
	if err != nil {
		return err
	}
	modules, err := built(folder, packages)
	if err != nil {
		return err
	}
	var refused []error
	for _, m := range modules {
		found, err := licences(known, m.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		fmt.Printf("%-52s %-40s %s\n", m.path, m.version, strings.Join(found, ", "))
		for _, licence := range found {
			if !allowed[licence] && !allowed[m.path+" "+licence] {
				refused = append(refused, fmt.Errorf("%s %s: %s is not in %s", m.path, m.version, licence, list))
			}
		}
	}
	return errors.Join(refused...)
}

// read returns the lines of a list; what follows # is a comment.
func read(list string) (map[string]bool, error) {
	content, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	allowed := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			allowed[line] = true
		}
	}
	return allowed, nil
}

// built asks Go for the modules, on each system of a release, as they need different ones.
func built(folder string, packages []string) ([]module, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
	found := map[string]module{}
	for _, system := range []string{"linux", "darwin", "windows", "freebsd"} {
		command := exec.Command("go", append([]string{"list", "-deps", "-f", format}, packages...)...)
		command.Dir, command.Env, command.Stderr = folder, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
		out, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 {
				found[parts[0]] = module{parts[0], parts[1], parts[2]}
			}
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b module) int { return cmp.Compare(a.path, b.path) }), nil
}

// licences are those of the files at the top of a module, by their SPDX identifiers, sorted.
func licences(known *classifier.Classifier, folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, file := range files {
		if file.IsDir() || !named(file.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			return nil, err
		}
		for _, match := range known.Match(content).Matches {
			if match.MatchType == "License" {
				found[match.Name] = true
			}
		}
	}
	if len(found) == 0 {
		return []string{"no licence that is known"}, nil
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// named reports whether a file is named as one that holds a licence.
func named(file string) bool {
	file = strings.ToLower(file)
	return slices.ContainsFunc([]string{"licen", "copying", "unlicen"}, func(prefix string) bool { return strings.HasPrefix(file, prefix) })
}
