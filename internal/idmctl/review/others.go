package review

import (
	"cmp"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// otherRules maps the other parts of a plan to rules. A kind without a row is not understood.
var otherRules = map[plan.OtherKind]string{
	plan.OtherForeign:            rule.OutsideResource,
	plan.OtherForeignDrift:       rule.Drift,
	plan.OtherRead:               rule.OutsideRead,
	plan.OtherProvisioner:        rule.OutsideProvisioner,
	plan.OtherRemovedProvisioner: rule.OutsideProvisioner,
	plan.OtherAction:             rule.OutsideAction,
	plan.OtherOutput:             rule.CosmeticOutput,
	plan.OtherCheck:              rule.IncompleteCheck,
	plan.OtherProvider:           rule.ServiceAddress,
	plan.OtherSource:             rule.OutsideProvider,
	plan.OtherBackend:            rule.OutsideBackend,
	plan.OtherLogin:              rule.ServiceLogin,
	plan.OtherErrored:            rule.IncompleteErrored,
	plan.OtherNotUnderstood:      rule.IncompleteUnreadable,
}

// missing describes a part that a plan does not list, and the rules that it may match.
type missing struct {
	text  string
	hides []string
}

// savedPlan is the remedy for what the JSON form of a plan leaves out.
const savedPlan = "review the file that plan -out writes, in its folder"

// unlisted holds the parts that a plan may omit.
var unlisted = map[plan.Unlisted]missing{
	plan.UnlistedProviders: {"the plan has no lock file, so a provider that it uses only for functions is not listed, " +
		"though its code runs: " + savedPlan,
		[]string{rule.OutsideProvider}},
	plan.UnlistedEphemerals: {"the JSON form of a plan leaves out values that the apply reads for a moment only, and where the state is " +
		"stored: " + savedPlan,
		[]string{rule.OutsideRead, rule.OutsideBackend, rule.OutsideProvisioner}},
	plan.UnlistedState: {"the saved plan does not show where the state is stored, which may be anywhere: a newer idmctl may show it",
		[]string{rule.OutsideBackend}},
	plan.UnlistedBackend: {"the JSON form of a plan does not show where the state is stored: " + savedPlan,
		[]string{rule.OutsideBackend, rule.OutsideProvisioner, rule.IncompletePartial}},
	plan.UnlistedEncrypted: {"the plan is encrypted, so only its JSON form can be read, which does not show where the state is stored: " +
		"review a plan that is not encrypted",
		[]string{rule.OutsideBackend, rule.OutsideProvisioner, rule.IncompletePartial}},
}

// others finds the parts of the plan that are not changes of this provider's resources.
func (x *analysis) others() outcome {
	var findings outcome
	for _, other := range x.plan.Others {
		rule := cmp.Or(otherRules[other.Kind], rule.IncompleteUnreadable)
		findings = append(findings, Finding{Rules: []string{rule}, Text: other.Text, Address: other.Address})
	}
	for _, part := range x.plan.Unlisted {
		of := unlisted[part]
		findings = append(findings, Finding{Rules: []string{rule.IncompleteUnlisted}, Text: of.text, hides: of.hides})
	}
	for _, why := range x.plan.LeftOut {
		findings = append(findings, Finding{
			Rules: []string{rule.IncompletePartial}, Text: "the plan is incomplete, because " + string(why),
		})
	}
	if x.names.Taken.Before(parseTime(x.plan.Time)) && !x.names.Taken.IsZero() {
		findings = append(findings, Finding{Rules: []string{rule.IncompletePartial}, Text: "the facts of the service are of " +
			moment(x.names.Taken.Format(time.RFC3339)) + ", before the plan was made: changes of the service since then are not seen"})
	}
	return findings
}

// drift finds the changes that were made outside Terraform.
func (x *analysis) drift() outcome {
	var found outcome
	for _, e := range x.drifted() {
		how := "changed"
		if e.After == nil && e.AfterHidden == nil {
			how = deleted
		}
		found.add(x.finding(e, x.label(e)+" was "+how+" outside Terraform", rule.Drift))
	}
	return found
}

// drifted returns the objects that changed outside Terraform. The elements of a collection that did
// not are no part of it.
func (x *analysis) drifted() (all []*entry) {
	for _, c := range x.plan.Drift {
		if e := newEntry(c); !e.unchanged() {
			all = append(all, e)
		}
	}
	return all
}

// factsFrom describes the origin of the facts, with the time of a snapshot.
func (x *analysis) factsFrom() string {
	if x.names.Taken.IsZero() {
		return x.names.Source
	}
	return x.names.Source + ", of " + moment(x.names.Taken.UTC().Format(time.RFC3339))
}

// source describes the reviewed plan.
func (x *analysis) source() Source {
	p := x.plan
	s := Source{
		File: p.File, SHA256: p.Digest, CLIVersion: p.CLIVersion, Time: p.Time,
		Services: []Service{},
		Clients:  []string{}, FactsFrom: x.factsFrom(),
		Providers: append([]string{}, p.Providers...), Backend: p.Backend.String(),
	}
	if parts := p.Parts(); len(parts) > 1 {
		for _, part := range parts {
			s.Plans = append(s.Plans, Part{part.Name, part.File, part.Digest, part.Time, part.Backend.String()})
		}
	}
	used := map[string]bool{}
	for _, e := range x.entries {
		used[e.Service] = true
		for _, values := range []plan.Values{e.Before, e.After} {
			if values != nil {
				s.Clients = append(s.Clients, clientLabel(values))
			}
		}
	}
	for _, service := range p.Services {
		known := Service{ID: service.ID, Configs: append([]string{}, service.Configs...), Settings: []string{}}
		for _, setting := range service.Settings {
			known.Settings = append(known.Settings, setting.Name+" "+plan.Text(setting.Value))
		}
		if service.Known {
			known.Address = service.Address
		}
		s.Services = append(s.Services, known)
		delete(used, service.ID)
	}
	for _, unknown := range sortedKeys(used) {
		if unknown != "" {
			s.Services = append(s.Services, Service{ID: unknown, Configs: []string{}, Settings: []string{}})
		}
	}
	slices.Sort(s.Clients)
	s.Clients = slices.DeleteFunc(slices.Compact(s.Clients), func(client string) bool { return client == "" })
	return s
}
