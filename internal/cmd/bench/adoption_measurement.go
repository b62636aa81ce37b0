package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

const heading = "| layout | step | seconds | CPU seconds | largest process, MB |\n|---|---|--:|--:|--:|\n"

// adoption runs commands in a folder, with a fresh simulator for each layout.
type adoption struct {
	adoptionSettings
	seed, cliConfig string
	baseURL         string
	table           io.Writer
}

func newAdoption(s adoptionSettings) (*adoption, error) {
	m := &adoption{adoptionSettings: s, seed: filepath.Join(s.out, "seed.json"), cliConfig: filepath.Join(s.out, "cli.tfrc"),
		table: os.Stdout}
	content, err := existingSeed(s.objects, s.tops, token)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(m.seed, content, 0o600); err != nil {
		return nil, err
	}
	overrides := fmt.Sprintf(mirrorFormat, filepath.ToSlash(filepath.Join(s.out, "mirror")))
	return m, errors.Join(os.WriteFile(m.cliConfig, []byte(overrides), 0o600), m.install())
}

// install copies the provider to the folders in which both CLIs search for it.
func (m *adoption) install() error {
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(m.out, "mirror", registry, "identity-iac", "idm", m.version, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return err
		}
		if err := os.Symlink(m.provider, filepath.Join(folder, "terraform-provider-idm_v"+m.version+filepath.Ext(m.provider))); err != nil {
			return err
		}
	}
	return nil
}

// adopt measures one layout, from the export to the repair of a manual change.
func (m *adoption) adopt(ctx context.Context, layout string) error {
	simulator, err := programs.StartSimulator(ctx, m.idmctl, m.seed)
	if err != nil {
		return err
	}
	defer simulator.Stop()
	m.baseURL = simulator.BaseURL
	folder := filepath.Join(m.out, layout)
	form := map[string][]string{"data": {"--layout", "data", "--people"}, "split": {"--split", "--grants", m.grants},
		"hcl": {"--grants", m.grants}}[layout]
	command := append([]string{m.idmctl, "export", "--out", folder}, form...)
	if err := m.step(ctx, layout, "export", []string{m.out}, command...); err != nil {
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
	if err := m.takeOver(ctx, layout, roots); err != nil {
		return err
	}
	if err := m.reviews(ctx, layout, folder, roots); err != nil {
		return err
	}
	return m.dayAfter(ctx, layout, roots)
}

// reviews does the same work as a pipeline with one job for each root: a plan and a review of each
// root, and one review of all plans.
func (m *adoption) reviews(ctx context.Context, layout, folder string, roots []string) error {
	const file, report = "request.plan", "review.md"
	if err := m.step(ctx, layout, "plan of a request", roots, m.cli, "plan", "-out="+file); err != nil {
		return err
	}
	review := []string{m.idmctl, "review", "--cli", m.cli, "--out", report}
	if err := m.step(ctx, layout, "review of each plan", roots, append(review, file)...); err != nil {
		return err
	}
	for _, root := range roots {
		review = append(review, filepath.Join(root, file))
	}
	return m.step(ctx, layout, "review of all plans", []string{folder}, review...)
}

func (m *adoption) takeOver(ctx context.Context, layout string, roots []string) error {
	for _, step := range [][]string{{"init"}, {"plan", "-out=adopt.plan"}, {"apply", "adopt.plan"}} {
		if err := m.step(ctx, layout, step[0], roots, append([]string{m.cli}, step...)...); err != nil {
			return err
		}
	}
	return nil
}

// dayAfter widens a grant manually and measures its repair in the root that declares it.
func (m *adoption) dayAfter(ctx context.Context, layout string, roots []string) error {
	i := slices.IndexFunc(roots, func(root string) bool {
		imports, err := os.ReadFile(filepath.Join(root, "imports.tf"))
		return err == nil && (strings.Contains(string(imports), "/"+openedGrant+`"`) ||
			strings.Contains(string(imports), `"acme/profile-0"`))
	})
	if i < 0 {
		return fmt.Errorf("no root has the grant %s", openedGrant)
	}
	root := roots[i : i+1]
	if err := errors.Join(os.Remove(filepath.Join(root[0], "imports.tf")), m.open(ctx)); err != nil {
		return err
	}
	if err := m.step(ctx, layout, "the day after: plan", root, m.cli, "plan", "-out=day.plan"); err != nil {
		return err
	}
	file := filepath.Join(m.out, layout+"-snapshot.json")
	if err := m.step(ctx, layout, "snapshot", root, m.idmctl, "snapshot", "--out", file); err != nil {
		return err
	}
	if err := m.step(ctx, layout, "rehearsal from the snapshot", root, m.idmctl, "rehearse", "day.plan", "--snapshot", file, "--cli",
		m.cli); err != nil {
		return err
	}
	return m.step(ctx, layout, "the day after: apply", root, m.cli, "apply", "day.plan")
}

// open makes a data room of a grant global, like an administrator in the service.
func (m *adoption) open(ctx context.Context) error {
	address := m.baseURL + "/core/v1/" + tenantgen.Client + "/profiles/profile-0/authorizations/" + openedGrant
	r, err := http.NewRequestWithContext(ctx, http.MethodPatch, address, strings.NewReader(`{"version": 1, "clientGlobal": true}`))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	response, err := new(http.Client).Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the grant was not opened: %s", response.Status)
	}
	return nil
}

// step runs a command in each folder and prints the total measurement.
func (m *adoption) step(ctx context.Context, layout, step string, folders []string, command ...string) error {
	var wall, cpu time.Duration
	var largest int64
	for _, folder := range folders {
		begin := time.Now()
		state, err := m.run(ctx, folder, command)
		if err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		wall, cpu = wall+time.Since(begin), cpu+state.UserTime()+state.SystemTime()
		largest = max(largest, programs.PeakMemory(state))
	}
	fmt.Fprintf(m.table, "| %s | %s | %.1f | %.1f | %d |\n", layout, step, wall.Seconds(), cpu.Seconds(), largest/1e6)
	return nil
}

func (m *adoption) run(ctx context.Context, folder string, command []string) (*os.ProcessState, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.limit, fmt.Errorf("it took longer than -limit %s", m.limit))
	defer cancel()
	c := programs.Command(ctx, command[0], command[1:]...)
	c.Dir, c.Env = folder, m.environment()
	if out, err := c.CombinedOutput(); err != nil {
		return nil, errors.Join(context.Cause(ctx), err, errors.New(programs.LastLines(out)))
	}
	return c.ProcessState, nil
}

func (m *adoption) environment() []string {
	return programs.Environment(m.cliConfig, m.baseURL, token, "TF_IN_AUTOMATION=1", "TF_CLI_ARGS=-no-color",
		"IDM_CLIENT_EXT_ID="+tenantgen.Client)
}
