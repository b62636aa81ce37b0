package idm_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestNotificationTypeNames(t *testing.T) {
	names := idm.NotificationTypeNames()
	if len(names) != 21 || names[0] != "userNotification1" || names[19] != "userNotification20" || names[20] != "neutralAdaptNotification" {
		t.Errorf("NotificationTypeNames() = %q", names)
	}
}
