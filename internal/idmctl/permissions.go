package idmctl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// allowed contains the permissions of a caller and its visible clients.
type allowed struct {
	Permissions []string `json:"elementaryPermissions"`
	Clients     []string `json:"clients,omitempty"`

	source string
	// narrowed reports that a data room within a client is not global.
	narrowed bool
}

func newPermissionsCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "permissions",
		Short: "Write the permissions of the caller, for a rehearsal",
		Long: `Write the permissions of the caller and its visible clients as JSON for idmctl rehearse --permissions. The command
only reads and signs in with the variables IDM_…. Run it with the login of the apply; the file is not secret.`,
		Example: `  idmctl permissions --out apply.json`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			service, err := connection.Open("idmctl")
			if err != nil {
				return err
			}
			caller, err := ask(cmd.Context(), service)
			if err != nil {
				return err
			}
			return writeJSON(cmd.OutOrStdout(), file, caller)
		},
	}
	cmd.Flags().StringVarP(&file, "out", "o", "", "file to write to; standard output without it")
	return cmd
}

// readAllowed reads a file that this command wrote, the response of the service to
// /principal/v1/permissions, or a list with one permission per line.
func readAllowed(file string) (allowed, error) {
	content, err := input.ReadFile(file)
	if err != nil {
		return allowed{}, err
	}
	var read allowed
	if bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) {
		err = json.Unmarshal(content, &read)
	} else {
		read.Permissions = strings.Fields(string(content))
	}
	if err != nil || read.Permissions == nil {
		return allowed{}, fmt.Errorf("%s: it is neither a response of the service with permissions nor a list of permissions", file)
	}
	return read, nil
}
