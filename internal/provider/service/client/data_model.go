package client

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":       attrs.ComputedText("External ID of the client, unique in the whole service."),
		"name":         attrs.ComputedText("Name of the client, unique in the whole service."),
		"remarks":      attrs.ComputedText("Remarks about the client; null on releases that do not return them."),
		"display_name": attrs.ComputedLocalized("Display name"),
	})
}
