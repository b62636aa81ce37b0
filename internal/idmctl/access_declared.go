package idmctl

import (
	"fmt"
	"maps"
	"os"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// declarations reads the grants that the plans of --declared-by declare in the service of the
// question.
func (a *asking) declarations(cmd *cobra.Command) (review.Declarations, error) {
	all := review.Declarations{}
	for _, file := range a.also {
		p, err := plan.Read(cmd.Context(), file, plan.CLI{Path: a.cli})
		if err != nil {
			return nil, err
		}
		if reason := drift.Unsearchable(p); reason != "" {
			return nil, fmt.Errorf("--declared-by %s: %s", file, reason)
		}
		p.At(os.Getenv("IDM_BASE_URL"))
		service, err := serviceOf(p, a.snapshot)
		if err != nil {
			return nil, fmt.Errorf("--declared-by: %w", err)
		}
		for i, change := range p.Changes {
			declared, _, hidden := drift.AsDeclared(change)
			declared.After = maps.Clone(declared.After)
			for _, name := range hidden {
				declared.After[name] = plan.Unknown{}
			}
			p.Changes[i] = declared
		}
		all.Add(p, service)
	}
	return all, nil
}
