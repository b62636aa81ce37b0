package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/report"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// readSnapshot adds the content of the service at IDM_BASE_URL from a snapshot. A snapshot does not
// contain its address, and equal IDs at another address are other objects. The file is named for
// messages.
func readSnapshot(file string, content []byte, p *plan.Plan, names *review.Directory) error {
	address := os.Getenv("IDM_BASE_URL")
	if address == "" {
		return errors.New("--snapshot needs IDM_BASE_URL: the address of the service that the snapshot is of")
	}
	if recorded := tenant.Address(content); recorded != "" && !baseurl.Same(recorded, address) {
		return fmt.Errorf("--snapshot %s: it is of the service at %s, and not of the one at IDM_BASE_URL", file, recorded)
	}
	services := servicesAt(p, address)
	if len(services) == 0 {
		return fmt.Errorf("--snapshot %s: the plan is not about the service at IDM_BASE_URL", file)
	}
	for _, service := range services {
		held, err := tenant.Decode(content, service)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if held.Pseudonyms {
			return fmt.Errorf("--snapshot %s: its names are pseudonyms: take one without --pseudonyms", file)
		}
		addFacts(names, held)
		names.TakenAt(held.Taken)
	}
	digest := sha256.Sum256(content)
	names.From("the snapshot " + report.Clean(file) + ", SHA-256 " + hex.EncodeToString(digest[:]))
	return nil
}

// addFacts adds a whole tenant to the facts of a review.
func addFacts(names *review.Directory, held *tenant.Facts) {
	names.Facts(held.Service, held.Clients, held.Tenant)
	for user, person := range held.People {
		names.Login(user, person.Login)
	}
	for grant, limited := range held.Limits() {
		names.Limited(grant, limited)
	}
}
