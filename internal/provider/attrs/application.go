package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// ComputedApplication returns the attributes of an application in a data source.
func ComputedApplication() Attributes {
	return WithRecord(Attributes{
		"ext_id":       ComputedText("External ID."),
		"name":         ComputedText("Name, unique in the service."),
		"description":  ComputedText("Description."),
		"url":          ComputedText("URL."),
		"displayed":    ComputedBool("`true` if the portal shows it."),
		"display_name": ComputedLocalized("Display name"),
	})
}

// Application is the model of ComputedApplication.
type Application struct {
	ExtID       types.String `tfsdk:"ext_id"`
	Name        types.String `tfsdk:"name"`
	Description types.String `tfsdk:"description"`
	URL         types.String `tfsdk:"url"`
	Displayed   types.Bool   `tfsdk:"displayed"`
	DisplayName FixedMap     `tfsdk:"display_name"`
	Record
}

// ApplicationValue converts an application of the service.
func ApplicationValue(a idm.Application) Application {
	return Application{
		ExtID:       Text(a.ExtID),
		Name:        Text(a.Name),
		Description: Text(a.Description),
		URL:         Text(a.URL),
		Displayed:   Flag(a.Displayed),
		DisplayName: LocalizedValue(a.DisplayName),
		Record:      RecordValue(a.Record),
	}
}
