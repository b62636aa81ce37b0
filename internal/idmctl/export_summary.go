package idmctl

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

func (e *exporting) print(cmd *cobra.Command, summary *export.Summary) error {
	out := cmd.OutOrStdout()
	if e.output == "json" {
		return writeJSON(out, "", summary)
	}
	fmt.Fprintf(out, "Exported client %s to %s\n\n", report.Clean(summary.Client), summary.Folder)
	for _, count := range summary.Objects {
		fmt.Fprintf(out, "  %-38s %6d\n", count.Type, count.Count)
	}
	fmt.Fprintf(out, "  %-38s %6d\n\nIt took %s.\n", "to import", summary.Imports,
		report.Count(summary.Requests, "request"))
	if n := len(summary.Withheld); n > 0 {
		fmt.Fprintf(out, "\n"+
			"Values that are or may be secrets were left out of %s; comments name them and explain how to add them.\n",
			report.Count(n, "object"))
	}
	if e.update {
		fmt.Fprint(out, "\nThe next plan shows what was changed in the tenant or deleted from it. Write into the files what is to stay.\n")
	}
	if e.update && summary.Layout == export.Data {
		fmt.Fprint(out, "The next apply takes over new people and units with: terraform apply -var 'adopt=[\"*\"]'\n")
	}
	if len(summary.Archived) > 0 {
		fmt.Fprintf(out, "\nLeft out, because archiving is final: %s\n", enumerate(summary.Archived))
	}
	for _, note := range summary.Notes {
		fmt.Fprintf(out, "\n%s\n", note)
	}
	if len(summary.Missing) == 0 {
		where := e.out
		if e.split {
			where = "each folder of " + e.out
		}
		fmt.Fprintf(out, "\nNext, in %s: terraform init, then terraform plan (or tofu). After the apply, delete imports.tf.\n", where)
		return nil
	}
	fmt.Fprint(out, "\nMissing:\n")
	for _, missing := range summary.Missing {
		printMissing(out, missing)
	}
	return nil
}

// mostNamed limits the objects that a line lists; the JSON lists all of them.
const mostNamed = 10

func enumerate(extIDs []string) string {
	shown := report.Clean(strings.Join(extIDs[:min(len(extIDs), mostNamed)], ", "))
	if more := len(extIDs) - mostNamed; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return shown
}
