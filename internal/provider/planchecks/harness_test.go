package planchecks

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// service responds to known paths, returns "no record" for any other path, and counts requests.
type service struct {
	mu       sync.Mutex
	bodies   map[string]string
	statuses map[string]int
	asked    map[string]int
}

const (
	missingBody     = `{"errors": [{"code": "errors.noRecord", "message": "no such record"}]}`
	permissionsPath = "/principal/v1/permissions/"
)

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[r.URL.Path]++
	body, ok := s.bodies[r.URL.Path]
	status := s.statuses[r.URL.Path]
	switch {
	case status == 0 && ok:
		status = http.StatusOK
	case status == 0:
		status, body = http.StatusNotFound, missingBody
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

// requests returns how often a path was read.
func (s *service) requests(at string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[at]
}

// start returns the checks of a run against a service with the given bodies by path. The caller has
// all permissions, and the client acme exists.
func start(t *testing.T, bodies map[string]string) (*Run, *service) {
	t.Helper()
	s := &service{bodies: map[string]string{
		permissionsPath: `{"elementaryPermissions": ["AccessControl.*"]}`, "/core/v1/clients/acme": `{"extId": "acme", "name": "Acme"}`,
	}, statuses: map[string]int{}, asked: map[string]int{}}
	maps.Copy(s.bodies, bodies)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	run := New(idm.New(connection))
	run.BaseURL, run.Mode = server.URL, ModeError
	return run, s
}

// roles returns a type of objects below an application, with unique names.
func roles() *Subject { return &Subject{Type: objecttype.Role} }

// units returns a type of objects that can be moved.
func units() *Subject { return &Subject{Type: objecttype.Unit} }

var replace = []planmodifier.String{stringplanmodifier.RequiresReplace()}

var testSchema = schema.Schema{Attributes: map[string]schema.Attribute{
	"id":                   schema.StringAttribute{Computed: true},
	"client_ext_id":        schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: replace},
	"ext_id":               schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: replace},
	"application_ext_id":   schema.StringAttribute{Optional: true, PlanModifiers: replace},
	"parent_unit_ext_id":   schema.StringAttribute{Optional: true},
	"profile_ext_id":       schema.StringAttribute{Optional: true, PlanModifiers: replace},
	"name":                 schema.StringAttribute{Optional: true},
	"user_state":           schema.StringAttribute{Optional: true},
	"role_ext_ids":         schema.SetAttribute{Optional: true, ElementType: types.StringType},
	"properties":           schema.MapAttribute{Optional: true, ElementType: types.StringType},
	"sensitive_properties": schema.MapAttribute{Optional: true, ElementType: types.StringType},
}}

// object holds the texts and properties of an object, or is nil without an object.
type object map[string]any

func (o object) raw(t *testing.T) tftypes.Value {
	t.Helper()
	ctx := context.Background()
	of := testSchema.Type().TerraformType(ctx)
	if o == nil {
		return tftypes.NewValue(of, nil)
	}
	plan := tfsdk.Plan{Schema: testSchema, Raw: tftypes.NewValue(of, nil)}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if diags := plan.SetAttribute(ctx, path.Root(name), o[name]); diags.HasError() {
			t.Fatal(diags)
		}
	}
	return plan.Raw
}

// modify returns the planned change from a state to a plan, which is also the configuration.
func modify(t *testing.T, run *Run, of *Subject, state, plan object) (*Planned, *diag.Diagnostics) {
	t.Helper()
	after := plan.raw(t)
	req := resource.ModifyPlanRequest{
		Config: tfsdk.Config{Schema: testSchema, Raw: after}, Plan: tfsdk.Plan{Schema: testSchema, Raw: after},
		State: tfsdk.State{Schema: testSchema, Raw: state.raw(t)},
	}
	resp := &resource.ModifyPlanResponse{Plan: req.Plan}
	return run.Planned(context.Background(), of, req, resp), &resp.Diagnostics
}

// check runs the checks of a change and returns the summaries of their diagnostics.
func check(t *testing.T, run *Run, of *Subject, state, plan object) []string {
	t.Helper()
	p, diags := modify(t, run, of, state, plan)
	p.Check()
	return summaries(*diags)
}

func summaries(diags diag.Diagnostics) []string {
	var all []string
	for _, d := range diags {
		all = append(all, d.Severity().String()+": "+d.Summary())
	}
	return all
}
