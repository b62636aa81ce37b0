package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// layouts are the forms of an export.
var layouts = map[string][]string{"hcl": nil, "data": {"--layout", "data", "--people"}, "split": {"--split"}}

// benchAdoption measures the adoption of an existing tenant for each layout of idmctl export: init,
// the first plan and its apply. Then it reviews the plans, widens one grant by hand, takes a
// snapshot, rehearses the plan that reverts it, and applies it.
func benchAdoption(ctx context.Context, b *bench) error {
	chosen, err := b.choose("hcl", "data", "split")
	if err != nil {
		return err
	}
	seedFile, _, err := b.existing(b.size)
	if err != nil {
		return err
	}
	for _, layout := range chosen {
		s, err := b.serve(ctx, layout, seedFile)
		if err != nil {
			return err
		}
		err = b.adopt(ctx, s, filepath.Join(b.out, layout))
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// existing writes the seed of a tenant with people in top units.
func (b *bench) existing(objects int) (file string, size int, err error) {
	t, err := newTenant(objects, b.tops)
	if err != nil {
		return "", 0, err
	}
	content, err := json.Marshal(t.everything())
	file = filepath.Join(b.out, "existing.json")
	return file, len(content), errors.Join(err, os.WriteFile(file, content, 0o600))
}

func (b *bench) adopt(ctx context.Context, s *service, folder string) error {
	export := append([]string{b.idmctl, "export", "--out", folder}, layouts[s.column]...)
	if err := b.step(ctx, s, "export", []string{b.out}, export...); err != nil {
		return err
	}
	roots, err := filepath.Glob(filepath.Join(folder, "*", "provider.tf"))
	if err != nil {
		return err
	}
	for i, file := range roots {
		roots[i] = filepath.Dir(file)
	}
	if len(roots) == 0 {
		roots = []string{folder}
	}
	const adopted, request, report, later = "adopt.plan", "request.plan", "review.md", "day.plan"
	review := []string{b.idmctl, "review", "--cli", b.cli, "--out", report}
	all := slices.Clone(review)
	for _, root := range roots {
		all = append(all, filepath.Join(root, request))
	}
	snapshot := filepath.Join(b.out, s.column+"-snapshot.json")
	var changed []string
	for _, step := range []struct {
		name    string
		folders *[]string
		command []string
	}{
		{"init", &roots, []string{b.cli, "init"}}, {"plan", &roots, []string{b.cli, "plan", "-out=" + adopted}},
		{"apply", &roots, []string{b.cli, "apply", adopted}}, {"plan of a request", &roots, []string{b.cli, "plan", "-out=" + request}},
		{"review of each plan", &roots, append(review, request)}, {"review of all plans", &[]string{folder}, all},
		{"the day after: plan", &changed, []string{b.cli, "plan", "-out=" + later}},
		{"snapshot", &changed, []string{b.idmctl, "snapshot", "--out", snapshot}},
		{"rehearsal from the snapshot", &changed, []string{b.idmctl, "rehearse", later, "--snapshot", snapshot, "--cli", b.cli}},
		{"the day after: apply", &changed, []string{b.cli, "apply", later}},
	} {
		if step.folders == &changed && changed == nil {
			if changed, err = s.widen(ctx, roots); err != nil {
				return err
			}
		}
		if err := b.step(ctx, s, step.name, *step.folders, step.command...); err != nil {
			return err
		}
	}
	return nil
}

// widen makes a data room of a grant global, like an administrator in the service, and returns the
// root that declares the grant.
func (s *service) widen(ctx context.Context, roots []string) ([]string, error) {
	i := slices.IndexFunc(roots, func(root string) bool {
		imports, err := os.ReadFile(filepath.Join(root, "imports.tf"))
		return err == nil &&
			(strings.Contains(string(imports), `/profile-0-role-0"`) || strings.Contains(string(imports), `"acme/profile-0"`))
	})
	if i < 0 {
		return nil, errors.New("no root has the grant")
	}
	response, err := s.send(ctx, http.MethodPatch, "/core/v1/acme/profiles/profile-0/authorizations/profile-0-role-0",
		strings.NewReader(`{"version": 1, "clientGlobal": true}`))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the grant was not widened: %s", response.Status)
	}
	return roots[i : i+1], os.Remove(filepath.Join(roots[i], "imports.tf"))
}
