package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// GetMetadata passes the call on, and cleans its diagnostics.
func (s plainText) GetMetadata(ctx context.Context, req *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return shown(ctx, req, s.protocol.GetMetadata)
}

// GetProviderSchema passes the call on, and cleans its diagnostics.
func (s plainText) GetProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse,
	error) {
	return shown(ctx, req, s.protocol.GetProviderSchema)
}

// GetResourceIdentitySchemas passes the call on, and cleans its diagnostics.
func (s plainText) GetResourceIdentitySchemas(ctx context.Context,
	req *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return shown(ctx, req, s.protocol.GetResourceIdentitySchemas)
}

// ValidateProviderConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateProviderConfig(ctx context.Context,
	req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateProviderConfig)
}

// ConfigureProvider passes the call on, and cleans its diagnostics.
func (s plainText) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse,
	error) {
	return shown(ctx, req, s.protocol.ConfigureProvider)
}

// GetFunctions passes the call on, and cleans its diagnostics.
func (s plainText) GetFunctions(ctx context.Context, req *tfprotov6.GetFunctionsRequest) (*tfprotov6.GetFunctionsResponse, error) {
	return shown(ctx, req, s.protocol.GetFunctions)
}

// ValidateResourceConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateResourceConfig)
}

// UpgradeResourceState passes the call on, and cleans its diagnostics.
func (s plainText) UpgradeResourceState(ctx context.Context,
	req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return shown(ctx, req, s.protocol.UpgradeResourceState)
}

// UpgradeResourceIdentity passes the call on, and cleans its diagnostics.
func (s plainText) UpgradeResourceIdentity(ctx context.Context,
	req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return shown(ctx, req, s.protocol.UpgradeResourceIdentity)
}

// ReadResource passes the call on, and cleans its diagnostics.
func (s plainText) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return shown(ctx, req, s.protocol.ReadResource)
}

// PlanResourceChange passes the call on, and cleans its diagnostics.
func (s plainText) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse,
	error) {
	return shown(ctx, req, s.protocol.PlanResourceChange)
}

// ApplyResourceChange passes the call on, and cleans its diagnostics.
func (s plainText) ApplyResourceChange(ctx context.Context,
	req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return shown(ctx, req, s.protocol.ApplyResourceChange)
}

// ImportResourceState passes the call on, and cleans its diagnostics.
func (s plainText) ImportResourceState(ctx context.Context,
	req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return shown(ctx, req, s.protocol.ImportResourceState)
}

// MoveResourceState passes the call on, and cleans its diagnostics.
func (s plainText) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse,
	error) {
	return shown(ctx, req, s.protocol.MoveResourceState)
}

// GenerateResourceConfig passes the call on, and cleans its diagnostics.
func (s plainText) GenerateResourceConfig(ctx context.Context,
	req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.GenerateResourceConfig)
}

// ValidateDataResourceConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateDataResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateDataResourceConfig)
}

// ReadDataSource passes the call on, and cleans its diagnostics.
func (s plainText) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return shown(ctx, req, s.protocol.ReadDataSource)
}

// ValidateEphemeralResourceConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateEphemeralResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateEphemeralResourceConfig)
}

// OpenEphemeralResource passes the call on, and cleans its diagnostics.
func (s plainText) OpenEphemeralResource(ctx context.Context,
	req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.OpenEphemeralResource)
}

// RenewEphemeralResource passes the call on, and cleans its diagnostics.
func (s plainText) RenewEphemeralResource(ctx context.Context,
	req *tfprotov6.RenewEphemeralResourceRequest) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.RenewEphemeralResource)
}

// CloseEphemeralResource passes the call on, and cleans its diagnostics.
func (s plainText) CloseEphemeralResource(ctx context.Context,
	req *tfprotov6.CloseEphemeralResourceRequest) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	return shown(ctx, req, s.protocol.CloseEphemeralResource)
}

// ValidateListResourceConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateListResourceConfig(ctx context.Context,
	req *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateListResourceConfig)
}

// ValidateActionConfig passes the call on, and cleans its diagnostics.
func (s plainText) ValidateActionConfig(ctx context.Context,
	req *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	return shown(ctx, req, s.protocol.ValidateActionConfig)
}

// PlanAction passes the call on, and cleans its diagnostics.
func (s plainText) PlanAction(ctx context.Context, req *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	return shown(ctx, req, s.protocol.PlanAction)
}
