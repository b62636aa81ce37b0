package idmctl

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// notes describes the limits of the export's search and of the CLI.
func (e *exporting) notes() []string {
	var notes []string
	switch {
	case e.unit != "":
		notes = append(notes, "With --unit the parent units and the applications of the client are omitted; references to them are "+
			"external IDs.")
	case e.user != "":
		notes = append(notes, "With --user only profiles and their grants are exported; references to units are external IDs.")
	case e.searched:
		notes = append(notes, "The search index was also used to find units, so a root unit without a profile is found if it is indexed.")
	default:
		notes = append(notes, "The service has no list of all units, and the search returned none"+e.whyNotSearched()+
			": a root unit without a profile in it or below it is not found. Export such a unit with --unit.")
	}
	return append(notes, "Not exported: credentials and their secrets, which the service does not return; consents; "+
		"objects without a resource type."+e.noPeople())
}

// whyNotSearched explains why the search was not possible.
func (e *exporting) whyNotSearched() string {
	if e.searchErr != nil {
		return " (" + report.Clean(strings.TrimRight(e.searchErr.Error(), ".")) + ")"
	}
	return " (it needs the permission AccessControl.UnitSearch)"
}

// noPeople explains how to export people.
func (e *exporting) noPeople() string {
	if e.people {
		return " People are exported: the files and the state hold personal data."
	}
	return " References to people are external IDs; --people exports the people, too."
}

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
		fmt.Fprint(out, "\nThe next plan shows what differs in the tenant or was deleted from it, and changes it back unless you write it into "+
			"the files.\n")
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
