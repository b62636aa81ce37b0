package idmctl

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

func newPolicyCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "policy", Short: "Check and test what must hold for a tenant"}
	cmd.AddCommand(newPolicyCheckCommand(), newPolicyTestCommand())
	return cmd
}

func newPolicyTestCommand() *cobra.Command {
	var rules string
	cmd := &cobra.Command{
		Use:   "test [FILE or DIR …]",
		Short: "Run the tests of the invariants of a policy file",
		Long: `Run the tests of the invariants of a policy file.

A test contains a small tenant or a snapshot, a change, and its expected violations. The command runs the given files, and those
that end with ` + policy.TestSuffix + ` in and below the given folders; by default in the current folder.
It needs no service and no login.

Exit codes: 0 every test passed; 1 an error, such as a name that does not exist; 2 a test failed.`,
		Example: `  idmctl policy test
  idmctl policy test policies/access.test.hcl --policy access.hcl`,
		RunE: func(cmd *cobra.Command, args []string) error { return testPolicies(cmd, args, rules) },
	}
	cmd.Flags().StringVar(&rules, "policy", "", "policy file to test; without it the one that each file of tests names")
	return cmd
}

func testPolicies(cmd *cobra.Command, sources []string, rules string) error {
	files, err := policyTests(sources)
	if err != nil {
		return err
	}
	count, failed := 0, 0
	for _, file := range files {
		results, err := policy.RunTests(file, rules, time.Now())
		if err != nil {
			return err
		}
		for _, r := range results {
			count++
			verdict := "pass"
			if len(r.Failures) > 0 {
				verdict = "FAIL"
				failed++
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s  %s: %s\n", verdict, r.File, r.Name)
			for _, failure := range r.Failures {
				fmt.Fprintf(cmd.OutOrStdout(), "      %s\n", failure)
			}
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Tests: %d, failed: %d\n", count, failed)
	if failed > 0 {
		return &finding{what: "a test of a policy failed"}
	}
	return nil
}

// policyTests returns the test files in and below the given folders.
func policyTests(sources []string) ([]string, error) {
	if len(sources) == 0 {
		sources = []string{"."}
	}
	var files []string
	for _, source := range sources {
		info, err := os.Stat(source)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, source)
			continue
		}
		err = filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, policy.TestSuffix) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no file ends with " + policy.TestSuffix + ": name a file of tests, or a folder with one")
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
