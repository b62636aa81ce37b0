package client

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of a client in the data sources.
type dataModel struct {
	ExtID       types.String   `tfsdk:"ext_id"`
	Name        types.String   `tfsdk:"name"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
	Remarks     types.String   `tfsdk:"remarks"`
	attrs.Record
}

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":       attrs.ComputedText("External ID of the client, unique in the whole service."),
		"name":         attrs.ComputedText("Name of the client, unique in the whole service."),
		"remarks":      attrs.ComputedText("Remarks about the client; null on releases that do not return them."),
		"display_name": attrs.ComputedLocalized("Display name"),
	})
}

func newDataModel(c idm.Client) dataModel {
	return dataModel{
		ExtID:       attrs.Text(c.ExtID),
		Name:        attrs.Text(c.Name),
		DisplayName: attrs.LocalizedValue(c.DisplayName),
		Remarks:     attrs.Text(c.Remarks),
		Record:      attrs.RecordValue(c.Record),
	}
}
