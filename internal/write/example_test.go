package write_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

var errVersion = errors.New("the object has another version")

// room is a resource's model.
type room struct {
	ExtID types.String `tfsdk:"ext_id"`
	Name  types.String `tfsdk:"name"`
	Floor types.String `tfsdk:"floor"`
}

func (r room) KeyValues() []string { return []string{r.ExtID.ValueString()} }

var roomSchema = schema.Schema{Attributes: map[string]schema.Attribute{
	"ext_id": schema.StringAttribute{Required: true},
	"name":   schema.StringAttribute{Optional: true},
	"floor":  schema.StringAttribute{Optional: true},
}}

func newRoom(name, floor string) room {
	return room{types.StringValue("r1"), types.StringValue(name), types.StringValue(floor)}
}

func stateOf(r room) tfsdk.State {
	state := tfsdk.State{Schema: roomSchema, Raw: tftypes.NewValue(roomSchema.Type().TerraformType(context.Background()), nil)}
	state.Set(context.Background(), r)
	return state
}

// The plan renames a room. In the meantime somebody else moved it to another floor, and with that its version is another one.
// The update is compared, keeps that change, and is sent again.
func ExamplePatchWithConflictCheck() {
	ctx := context.Background()
	remote, version := newRoom("Lobby", "2"), int64(8)
	run := &write.Run{Outcome: func(err error) write.Outcome {
		if errors.Is(err, errVersion) {
			return write.Conflict
		}
		return write.Refused
	}}
	lock, err := run.LockExclusive(ctx, write.NewLockKey("room", "r1"))
	defer lock.Unlock()
	if err != nil {
		fmt.Println(err)
	}
	update := write.NewUpdate(stateOf(newRoom("Lobby", "1")), tfsdk.Plan(stateOf(newRoom("Entrance", "1"))), 7, lock)
	answer, err := write.PatchWithConflictCheck(ctx, update, func(sent int64) (room, error) {
		fmt.Println("PATCH with version", sent)
		if sent != version {
			return room{}, errVersion
		}
		remote.Name, version = types.StringValue("Entrance"), version+1
		return remote, nil
	}, func() (write.Remote[room], error) {
		return write.Remote[room]{Object: remote, Model: remote, Version: version}, nil
	})
	fmt.Println(answer.Name, answer.Floor, err)
	// Output:
	// PATCH with version 7
	// PATCH with version 8
	// "Entrance" "2" <nil>
}
