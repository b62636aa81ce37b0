package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// answer is an error of the service with the way out.
type answer struct{ Name, Remedy string }

func troubleshootingPage() (string, error) {
	var codes, statuses []answer
	byCode, byStatus := remedy.Codes(), remedy.Statuses()
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		codes = append(codes, answer{code, byCode[code]})
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		statuses = append(statuses, answer{fmt.Sprintf("%d %s", status, http.StatusText(status)), byStatus[status]})
	}
	return render("troubleshooting.md.tmpl", map[string]any{"Codes": codes, "Statuses": statuses})
}
