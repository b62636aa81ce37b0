package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSplit(t *testing.T) {
	providers := []processUsage{
		{CPU: 2 * time.Second, Peak: 40, StandIn: 100 * time.Millisecond},
		{CPU: time.Second, Peak: 60, StandIn: 100 * time.Millisecond},
	}
	got := split(4*time.Second, 10*time.Second, 90, providers)
	if got.WallSeconds != 4 || got.CLISeconds != 6.8 || got.ProviderSeconds != 3 || got.Processes != 2 {
		t.Errorf("times: %+v", got)
	}
	if got.CLIPeak != 90 || got.ProviderPeak != 60 || got.CLIPeakIsBound {
		t.Errorf("peaks: %+v", got)
	}
	if got := split(time.Second, 10*time.Second, 60, providers); !got.CLIPeakIsBound {
		t.Errorf("the provider was the largest: %+v", got)
	}
}

func TestRatios(t *testing.T) {
	got := ratios(measurement{WallSeconds: 3, CLISeconds: 1, CLIPeak: 300, Requests: 5},
		measurement{WallSeconds: 2, CLIPeak: 200, Requests: 10})
	want := map[string]float64{"wallSeconds": 1.5, "cliPeakBytes": 1.5, "requests": 0.5}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestCountByMethod(t *testing.T) {
	got, err := countByMethod(strings.NewReader(`[{"method":"GET","path":"/a"},{"method":"POST","body":"{}"},{"method":"GET",
		"status":200}]`))
	if want := map[string]int{"GET": 2, "POST": 1}; err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := countByMethod(strings.NewReader(`[{"method":"GET"}`)); err == nil {
		t.Error("no error for a list that is cut off")
	}
}

func sample() *report {
	measured := map[string]measurement{
		"ours": {WallSeconds: 3, CLISeconds: 1.25, ProviderSeconds: 0.5, CLIPeak: 80 << 20, ProviderPeak: 80 << 20,
			CLIPeakIsBound: true, Requests: 72},
		bareColumn:  {WallSeconds: 2, CLISeconds: 1, ProviderSeconds: 0.25, CLIPeak: 80 << 20, ProviderPeak: 40 << 20, Requests: 200},
		floorColumn: {WallSeconds: 1, CLISeconds: 0.5, CLIPeak: 70 << 20},
	}
	return &report{
		CLI: "tofu 1.11.0", System: "linux/amd64", Cores: 4, Objects: 200, Latency: "20ms", Parallelism: 10, State: "remote",
		Tenant: counts{Applications: 6, Units: 10, Profiles: 23, Grants: 161},
		Columns: []reportColumn{{Name: "ours", Title: "ours", Instances: 200},
			{Name: "late", Title: "late", Instances: 80, Failure: "plan, late: exit status 1\nError"},
			{Name: bareColumn, Title: "bare provider", Instances: 200}, {Name: floorColumn, Title: "floor", Instances: 200}},
		Rows: []reportRow{newReportRow("plan", measured)},
	}
}

const sampleTable = `200 objects: 6 client applications, 10 units, 23 profiles, 161 authorizations and enterprise authorizations.
Latency of the service 20ms, tofu 1.11.0 with -parallelism=10 and remote state, 4 cores, linux/amd64.
× is the ratio to the bare provider; the floor is ` + "`terraform_data`" + `, which has no provider process.

| | | ours | late | bare provider | floor |
|---|---|---:|---:|---:|---:|
|  | instances | 200 | 80 | 200 | 200 |
| **plan** | wall, s | 3.00 ×1.50 | – | 2.00 | 1.00 ×0.50 |
|  | CPU of the CLI, s | 1.25 ×1.25 | – | 1.00 | 0.50 ×0.50 |
|  | CPU of the provider, s | 0.50 ×2.00 | – | 0.25 | – |
|  | peak memory of the CLI, MiB | ≤ 80 ×1.00 | – | 80 | 70 ×0.88 |
|  | peak memory of the provider, MiB | 80 ×2.00 | – | 40 | – |
|  | requests | 72 ×0.36 | – | 200 | – |

Failed: plan, late: exit status 1
`

func TestReport_markdown(t *testing.T) {
	if got := sample().markdown(); got != sampleTable {
		t.Errorf("got\n%s\nwant\n%s", got, sampleTable)
	}
}

func TestReport_write(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.json")
	if err := sample().write(file); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Cores, Objects int
		Rows           []struct {
			Columns map[string]struct {
				WallSeconds     float64
				ToBare, ToFloor map[string]float64
			}
		}
	}
	if err := json.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	ours := got.Rows[0].Columns["ours"]
	if got.Cores != 4 || got.Objects != 200 || ours.WallSeconds != 3 || ours.ToBare["requests"] != 0.36 ||
		ours.ToFloor["cliCPUSeconds"] != 2.5 {
		t.Errorf("%s", content)
	}
}
