package write_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

var errVersion = errors.New("the object has another version")

// room is a resource's model.
type room struct {
	ExtID types.String `tfsdk:"ext_id"`
	Name  types.String `tfsdk:"name"`
	Floor types.String `tfsdk:"floor"`
}

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

// The plan renames a room. In the meantime another writer moved it to another floor, which
// changed its version. The update is compared, keeps that change, and is sent again.
func ExampleUpdate_PatchWithConflictCheck() {
	ctx := context.Background()
	remote, version := newRoom("Lobby", "2"), int64(8)
	run := &write.Run{Outcome: func(err error) write.Outcome {
		if errors.Is(err, errVersion) {
			return write.Conflict
		}
		return write.Refused
	}}
	lock, err := run.LockExclusive(ctx, write.LockKey{"room", "r1"})
	defer lock.Unlock()
	if err != nil {
		fmt.Println(err)
	}
	update := lock.Update(stateOf(newRoom("Lobby", "1")), tfsdk.Plan(stateOf(newRoom("Entrance", "1"))), 7)
	err = update.PatchWithConflictCheck(ctx, func(sent int64) error {
		fmt.Println("PATCH with version", sent)
		if sent != version {
			return errVersion
		}
		remote.Name, version = types.StringValue("Entrance"), version+1
		return nil
	}, func() (any, int64, error) { return remote, version, nil })
	fmt.Println(remote.Name, remote.Floor, err)
	// Output:
	// PATCH with version 7
	// PATCH with version 8
	// "Entrance" "2" <nil>
}
