// Command guides completes the templates of the documentation for tfplugindocs. It writes a page
// for every part of the provider with data from the code, adds the guides with generated tables, and
// groups the guides.
//
// It reads a folder of templates and writes another one; `make generate` runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "guides:", err)
		os.Exit(1)
	}
}

// generated contains the guides with tables that are generated from the code.
var generated = map[string]func() (string, error){
	"permissions": permissionsPage, "review-rules": rulesPage, "troubleshooting": troubleshootingPage,
}

func run(ctx context.Context, arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("give the folder of templates and the folder to write to")
	}
	from, to := arguments[0], arguments[1]
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(to, "guides"), os.DirFS(filepath.Join(from, "guides"))); err != nil {
		return err
	}
	if err := completeAdopting(ctx, filepath.Join(to, "guides", "adopting"+guideSuffix)); err != nil {
		return err
	}
	for name, page := range generated {
		text, err := page()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := write(text, to, "guides", name); err != nil {
			return err
		}
	}
	if err := writeFor(to, coveragePage); err != nil {
		return err
	}
	guides, err := arrange(filepath.Join(to, "guides"))
	if err != nil {
		return err
	}
	return writeParts(ctx, guides, from, to)
}

// completeAdopting inserts the import IDs of all resources into the guide on adopting.
func completeAdopting(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	parts, err := catalogue(ctx)
	if err != nil {
		return err
	}
	var ids []map[string]string
	for _, p := range parts {
		if p.Kind == "resource" {
			ids = append(ids, map[string]string{"Link": p.id(), "Form": code([]string{p.Declaration.Key.Form()})})
		}
	}
	complete, err := fill("adopting", string(text), "[[", "]]", map[string]any{"Resources": ids})
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(complete), 0o600)
}

// writeFor writes the page of the API coverage next to the folder of the templates.
func writeFor(folder string, page func() (string, error)) error {
	text, err := page()
	if err != nil {
		return err
	}
	return os.WriteFile(folder+"-coverage.md", []byte(text), 0o600)
}

// writeParts writes the template of each part's page.
func writeParts(ctx context.Context, guides []guide, from, to string) error {
	parts, err := catalogue(ctx)
	if err != nil {
		return err
	}
	tables, err := conformance.Tables()
	if err != nil {
		return err
	}
	b := &book{parts: parts, tables: tables}
	for _, p := range parts {
		folder := kinds[p.Kind].folder
		template, err := os.ReadFile(filepath.Join(from, folder+guideSuffix))
		if err != nil {
			return err
		}
		text, err := b.page(p, string(template))
		if err != nil {
			return err
		}
		if err := write(text, to, folder, p.Name); err != nil {
			return err
		}
	}
	index, err := os.ReadFile(filepath.Join(from, "index"+guideSuffix))
	if err != nil {
		return err
	}
	text, err := fill("index", string(index), "[[", "]]", map[string]any{"Guides": reading(guides), "Subjects": contents(parts)})
	if err != nil {
		return err
	}
	return write(text, to, "index")
}

// contents returns the subjects with links to the pages of their parts, by kind.
func contents(parts []part) []map[string]any {
	var rows []map[string]any
	for _, s := range subjects {
		byKind := map[string][]string{}
		for _, p := range parts {
			if s.holds(p.Name) {
				byKind[p.Kind] = append(byKind[p.Kind], strings.Replace(link(p.id()), "](../", "](", 1))
			}
		}
		rows = append(rows, map[string]any{
			"Title": s.Title, "Resources": byKind["resource"], "DataSources": byKind["data"], "Lists": byKind["list"],
			"Others": slices.Concat(byKind["ephemeral"], byKind["action"], byKind["function"]),
		})
	}
	return rows
}

func write(text string, path ...string) error {
	file := filepath.Join(path...) + guideSuffix
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o600)
}
