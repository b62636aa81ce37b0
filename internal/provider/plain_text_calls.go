package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Each method passes the call on, and cleans its diagnostics.

func (s plainText) GetMetadata(ctx context.Context, req *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return shown(ctx, req, s.protocol.GetMetadata)
}

func (s plainText) GetProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse,
	error) {
	return shown(ctx, req, s.protocol.GetProviderSchema)
}

func (s plainText) GetResourceIdentitySchemas(ctx context.Context,
	req *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return shown(ctx, req, s.protocol.GetResourceIdentitySchemas)
}

func (s plainText) ValidateProviderConfig(ctx context.Context,
	req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateProviderConfig)
}

func (s plainText) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse,
	error) {
	return shown(ctx, req, s.protocol.ConfigureProvider)
}

func (s plainText) GetFunctions(ctx context.Context, req *tfprotov6.GetFunctionsRequest) (*tfprotov6.GetFunctionsResponse, error) {
	return shown(ctx, req, s.protocol.GetFunctions)
}

func (s plainText) ValidateResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateResourceConfig)
}

func (s plainText) UpgradeResourceState(ctx context.Context,
	req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return shown(ctx, req, s.protocol.UpgradeResourceState)
}

func (s plainText) UpgradeResourceIdentity(ctx context.Context,
	req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return shown(ctx, req, s.protocol.UpgradeResourceIdentity)
}

func (s plainText) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return shown(ctx, req, s.protocol.ReadResource)
}

func (s plainText) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse,
	error) {
	return shown(ctx, req, s.protocol.PlanResourceChange)
}

func (s plainText) ApplyResourceChange(ctx context.Context,
	req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return shown(ctx, req, s.protocol.ApplyResourceChange)
}

func (s plainText) ImportResourceState(ctx context.Context,
	req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return shown(ctx, req, s.protocol.ImportResourceState)
}

func (s plainText) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse,
	error) {
	return shown(ctx, req, s.protocol.MoveResourceState)
}

func (s plainText) GenerateResourceConfig(ctx context.Context,
	req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.GenerateResourceConfig)
}

func (s plainText) ValidateDataResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateDataResourceConfig)
}

func (s plainText) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return shown(ctx, req, s.protocol.ReadDataSource)
}

func (s plainText) ValidateEphemeralResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateEphemeralResourceConfig)
}

func (s plainText) OpenEphemeralResource(ctx context.Context,
	req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.OpenEphemeralResource)
}

func (s plainText) RenewEphemeralResource(ctx context.Context,
	req *tfprotov6.RenewEphemeralResourceRequest) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.RenewEphemeralResource)
}

func (s plainText) CloseEphemeralResource(ctx context.Context,
	req *tfprotov6.CloseEphemeralResourceRequest) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.CloseEphemeralResource)
}

func (s plainText) ValidateListResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateListResourceConfig)
}

func (s plainText) ValidateActionConfig(ctx context.Context,
	req *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateActionConfig)
}

func (s plainText) PlanAction(ctx context.Context, req *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	return shown(ctx, req, s.protocol.PlanAction)
}
