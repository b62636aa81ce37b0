package provider

import (
	"bytes"
	"os"
	"runtime/debug"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"
)

func TestLimitLogs(t *testing.T) {
	for name, tc := range map[string]struct {
		given map[string]string
		want  string
	}{
		"no log":                    {nil, "off"},
		"a log of the core alone":   {map[string]string{"TF_LOG_CORE": "TRACE"}, "off"},
		"a log of everything":       {map[string]string{"TF_LOG": "DEBUG"}, "DEBUG"},
		"less of the providers":     {map[string]string{"TF_LOG": "TRACE", "TF_LOG_PROVIDER": "WARN"}, "off"},
		"no more than messages":     {map[string]string{"TF_LOG": "info"}, "off"},
		"one of the framework only": {map[string]string{"TF_LOG_SDK_FRAMEWORK": "TRACE"}, "TRACE"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"TF_LOG", "TF_LOG_CORE", "TF_LOG_PROVIDER", "TF_LOG_SDK", "TF_LOG_SDK_PROTO",
				"TF_LOG_SDK_FRAMEWORK"} {
				t.Setenv(variable, tc.given[variable])
			}
			if err := limitLogs(); err != nil {
				t.Fatal(err)
			}
			if got := os.Getenv("TF_LOG_SDK_FRAMEWORK"); got != tc.want {
				t.Errorf("the framework logs at %q, not at %q", got, tc.want)
			}
		})
	}
}

func TestCollectRarely(t *testing.T) {
	for gogc, want := range map[string]int{"": gcPercent, "150": 100} {
		t.Run("GOGC="+gogc, func(t *testing.T) {
			t.Setenv("GOGC", gogc)
			before := debug.SetGCPercent(100)
			t.Cleanup(func() { debug.SetGCPercent(before) })
			collectRarely()
			if got := debug.SetGCPercent(100); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
}

// Without a log, the framework writes nothing: its log of unknown values grows faster than the number
// of values.
func TestLimitLogs_framework(t *testing.T) {
	for level, silent := range map[string]bool{"": true, "WARN": true, "TRACE": false} {
		t.Run("TF_LOG="+level, func(t *testing.T) {
			for _, variable := range []string{"TF_LOG_PROVIDER", "TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
				t.Setenv(variable, "")
			}
			t.Setenv("TF_LOG", level)
			if err := limitLogs(); err != nil {
				t.Fatal(err)
			}
			var sink bytes.Buffer
			ctx := tfsdklogtest.RootLogger(t.Context(), &sink)
			for _, name := range []string{"idm_profile_authorizations", "idm_users"} {
				server, err := NewServer("test", nil)
				if err != nil {
					t.Fatal(err)
				}
				state := &tfprotov6.DynamicValue{JSON: []byte("null")}
				if _, err := server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: name, PriorState: state,
					Config: state, ProposedNewState: state}); err != nil {
					t.Fatal(err)
				}
			}
			if written := sink.String(); (written == "") != silent {
				t.Errorf("the framework wrote %q", written)
			}
		})
	}
}
