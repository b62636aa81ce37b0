package e2e

import (
	"fmt"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sarif reads findings with a library: level, rule, address and line.
func (w *workspace) sarif(name string) []string {
	w.t.Helper()
	log, err := sarif.FromString(w.read(name))
	if err != nil {
		w.t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	var found []string
	for _, result := range log.Runs[0].Results {
		line := fmt.Sprint(result.Level, " ", *result.RuleID)
		for _, at := range result.Locations {
			if len(at.LogicalLocations) > 0 {
				line += " " + *at.LogicalLocations[0].FullyQualifiedName
			}
			line += fmt.Sprintf(" %s:%d", *at.PhysicalLocation.ArtifactLocation.URI, *at.PhysicalLocation.Region.StartLine)
		}
		found = append(found, line)
	}
	return found
}
