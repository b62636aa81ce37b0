package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Each method passes the call on, and cleans its diagnostics.

func (c calls) ValidateProviderConfig(ctx context.Context,
	req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateProviderConfig)
}

func (c calls) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse,
	error) {
	return shown(ctx, req, c.protocol.ConfigureProvider)
}

func (c calls) ValidateResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateResourceConfig)
}

func (c calls) UpgradeResourceIdentity(ctx context.Context,
	req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return shown(ctx, req, c.protocol.UpgradeResourceIdentity)
}

func (c calls) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse,
	error) {
	return shown(ctx, req, c.protocol.PlanResourceChange)
}

func (c calls) ImportResourceState(ctx context.Context,
	req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return shown(ctx, req, c.protocol.ImportResourceState)
}

func (c calls) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse,
	error) {
	return shown(ctx, req, c.protocol.MoveResourceState)
}

func (c calls) GenerateResourceConfig(ctx context.Context,
	req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return shown(ctx, req, c.protocol.GenerateResourceConfig)
}

func (c calls) ValidateDataResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateDataResourceConfig)
}

func (c calls) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return shown(ctx, req, c.protocol.ReadDataSource)
}

func (c calls) ValidateEphemeralResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateEphemeralResourceConfig)
}

func (c calls) OpenEphemeralResource(ctx context.Context,
	req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return shown(ctx, req, c.protocol.OpenEphemeralResource)
}

func (c calls) RenewEphemeralResource(ctx context.Context,
	req *tfprotov6.RenewEphemeralResourceRequest) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	return shown(ctx, req, c.protocol.RenewEphemeralResource)
}

func (c calls) CloseEphemeralResource(ctx context.Context,
	req *tfprotov6.CloseEphemeralResourceRequest) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	return shown(ctx, req, c.protocol.CloseEphemeralResource)
}

func (c calls) ValidateListResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateListResourceConfig)
}

func (c calls) ValidateActionConfig(ctx context.Context,
	req *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	return shown(ctx, req, c.protocol.ValidateActionConfig)
}

func (c calls) PlanAction(ctx context.Context, req *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	return shown(ctx, req, c.protocol.PlanAction)
}
