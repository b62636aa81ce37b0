package acctest

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// observed is a provider that compares the proposed state of a CLI in each plan with propose, so
// that tests with and without a CLI see the same plans.
type observed struct {
	protocolServer
	t       testing.TB
	schemas *tfprotov6.GetProviderSchemaResponse
}

func newObserved(t testing.TB) (tfprotov6.ProviderServer, error) {
	started, err := provider.NewServer("test", nil)
	if err != nil {
		return nil, err
	}
	server, ok := started.(protocolServer)
	if !ok {
		return nil, fmt.Errorf("%T serves no actions or list resources", started)
	}
	schemas, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	return &observed{server, t, schemas}, err
}

// PlanResourceChange compares the proposed state of an update or a create, and plans it.
func (o *observed) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	schema := o.schemas.ResourceSchemas[req.TypeName]
	values := func(in *tfprotov6.DynamicValue) Values { return decode(o.t, in, schema.ValueType()) }
	if config := values(req.Config); config != nil {
		if err := Equal(propose(schema.Block.Attributes, values(req.PriorState), config), values(req.ProposedNewState)); err != nil {
			o.t.Errorf("the CLI proposes another state for %s than the tests without a CLI: %s", req.TypeName, err)
		}
	}
	return o.protocolServer.PlanResourceChange(ctx, req)
}
