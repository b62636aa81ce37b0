package plan

// OtherKind is what an Other is about.
type OtherKind string

// The kinds.
const (
	// OtherForeign is a change of a resource of another provider, also one that only shares its type's name with ours.
	OtherForeign OtherKind = "foreign"
	// OtherForeignDrift is what was changed outside Terraform in a resource of another provider.
	OtherForeignDrift OtherKind = "foreign-drift"
	// OtherRead is a data source that is read during the apply.
	OtherRead OtherKind = "read"
	// OtherProvisioner is a provisioner of a resource that is created or destroyed.
	OtherProvisioner OtherKind = "provisioner"
	// OtherRemovedProvisioner is a provisioner of a removed block.
	OtherRemovedProvisioner OtherKind = "removed-provisioner"
	// OtherAction is an action that the apply invokes, or that a later one will.
	OtherAction OtherKind = "action"
	// OtherOutput is an output that changes.
	OtherOutput OtherKind = "output"
	// OtherDeferred is a deferred change of another provider's resource.
	OtherDeferred OtherKind = "deferred"
	// OtherCheck is a check that failed or could not be evaluated.
	OtherCheck OtherKind = "check"
	// OtherProvider is a provider configuration whose address or login cannot be told, or differs from another one's.
	OtherProvider OtherKind = "provider"
	// OtherErrored says that planning ended with an error.
	OtherErrored OtherKind = "errored"
	// OtherNotUnderstood is what the plan holds and this package does not know.
	OtherNotUnderstood OtherKind = "not-understood"
)

// Other is something that a plan does or holds beside the changes of this provider's resources.
type Other struct {
	Kind OtherKind
	// Address is that of the resource, data source, action, output or provider configuration; "" when there is none.
	Address string
	// Type is a resource or action type, "" when there is none.
	Type string
	// Provider is the source of the provider, "" when there is none.
	Provider string
	// Action is what happens, in the plan's own words joined by commas; "" when nothing does.
	Action string
	// Text says in one plain sentence what it is.
	Text string
}
