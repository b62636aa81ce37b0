package notification

import (
	"context"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type send struct{ resourcebase.Action }

func newSend() action.Action {
	return &send{resourcebase.Action{Name: "send_notification", Verb: "send", Noun: "notification"}}
}

type sendModel struct {
	ClientExtID      types.String                 `tfsdk:"client_ext_id"`
	UserExtID        types.String                 `tfsdk:"user_ext_id"`
	NotificationType types.String                 `tfsdk:"notification_type"`
	SendingMethods   []string                     `tfsdk:"sending_methods"`
	Async            types.Bool                   `tfsdk:"async"`
	Placeholders     map[string]map[string]string `tfsdk:"placeholders"`
}

func (a *send) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Sends a notification to a user. Every invocation sends one; after a lost response it is not repeated.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ActionClient(),
			"user_ext_id":   attrs.Argument("External ID of the user to notify."),
			"notification_type": attrs.Argument("Which notification to send: `userNotification1` to `userNotification20`, or "+
				"`neutralAdaptNotification`.", stringvalidator.OneOf(idm.NotificationTypeNames()...)),
			"sending_methods": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "`Email`, `HTMLemail` or both: the service tries them in this order until one works. `Email` " +
					"by default.",
				Validators: []validator.List{
					listvalidator.SizeAtLeast(1), listvalidator.UniqueValues(), listvalidator.NoNullValues(),
					listvalidator.ValueStringsAre(stringvalidator.OneOf(idm.SendingMethods...)),
				},
			},
			"async": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`true` hands the notification to the event queue of the service, `false`, the default, sends " +
					"it at once.",
			},
			"placeholders": schema.MapAttribute{
				Optional: true, ElementType: types.MapType{ElemType: types.StringType},
				MarkdownDescription: "Texts for the placeholders of the template: language code such as `EN`, or `" + idm.AllLanguages +
					"` for all languages, to the name of a placeholder, which starts with `" + idm.PlaceholderPrefix + "`, to its text.",
				Validators: []validator.Map{
					mapvalidator.SizeAtLeast(1),
					mapvalidator.KeysAre(stringvalidator.RegexMatches(regexp.MustCompile("^([A-Za-z]{2}|"+idm.AllLanguages+")$"),
						"the key is a language code such as EN, or "+idm.AllLanguages)),
					mapvalidator.ValueMapsAre(
						mapvalidator.KeysAre(stringvalidator.RegexMatches(regexp.MustCompile("^"+idm.PlaceholderPrefix+"."),
							"the name of a placeholder starts with "+idm.PlaceholderPrefix)),
						mapvalidator.NoNullValues(), mapvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))),
				},
			},
		},
	}
}

func (a *send) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config sendModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := a.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	notification := idm.Notification{
		ClientExtID: client.ValueString(), UserExtID: config.UserExtID.ValueString(),
		NotificationType: config.NotificationType.ValueString(), SendingMethod: config.SendingMethods,
		Async: config.Async.ValueBoolPointer(), Placeholders: config.Placeholders,
	}
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("Sending %s to user %s in client %s.",
		notification.NotificationType, notification.UserExtID, notification.ClientExtID)})
	if err := a.API.SendNotification(ctx, notification); err != nil {
		resp.Diagnostics.Append(a.Failed(err, notification.ClientExtID, notification.UserExtID))
		return
	}
	done := "Sent."
	if config.Async.ValueBool() {
		done = "Handed to the event queue."
	}
	resp.SendProgress(action.InvokeProgressEvent{Message: done})
}
