package main

import (
	"encoding/json"
	"os"
	"runtime"
	"time"
)

// report is the result of a run in its JSON form.
type report struct {
	Time        time.Time `json:"time"`
	CLI         string    `json:"cli"`
	Go          string    `json:"go"`
	System      string    `json:"system"`
	Cores       int       `json:"cores"`
	Objects     int       `json:"objects"`
	Latency     string    `json:"latency"`
	Parallelism int       `json:"parallelism"`
	// State is the location of the CLI's state: remote or local.
	State string `json:"state"`
	// Profiled is set when the provider ran with a profiler, which slows it down.
	Profiled bool   `json:"profiled,omitempty"`
	Tenant   counts `json:"tenant"`
	// Whole describes the whole tenant, if a column has one.
	Whole string `json:"whole,omitempty"`
	// Columns and Rows have the order of the table.
	Columns []reportColumn `json:"columns"`
	Rows    []reportRow    `json:"rows"`
}

type counts struct {
	Applications int `json:"clientApplications"`
	Units        int `json:"units"`
	Profiles     int `json:"profiles"`
	Grants       int `json:"authorizations"`
}

type reportColumn struct {
	Name      string `json:"name"`
	Title     string `json:"title"`
	Instances int    `json:"instances"`
	Failure   string `json:"failure,omitempty"`
}

type reportRow struct {
	Name  string                `json:"name"`
	Cells map[string]reportCell `json:"columns"`
}

// reportCell is a measurement with its ratios to the bare provider and to the floor, by the JSON
// name of the figure.
type reportCell struct {
	measurement
	ToBare  map[string]float64 `json:"toBare,omitempty"`
	ToFloor map[string]float64 `json:"toFloor,omitempty"`
}

func (b *bench) report() *report {
	r := &report{
		Time: b.begin.UTC().Truncate(time.Second), CLI: b.version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Cores:   runtime.NumCPU(),
		Objects: b.objects, Latency: b.latency.String(), Parallelism: b.parallelism, State: "remote", Profiled: b.profiles != "",
		Tenant: counts{len(b.tenant.Applications), b.tenant.Units(), b.tenant.Profiles(),
			b.tenant.Profiles() * grantsPerProfile},
	}
	if b.localState {
		r.State = "local"
	}
	for _, c := range b.columns {
		if c.whole {
			r.Whole = b.tenant.whole.Describe()
		}
		shown := reportColumn{Name: c.name, Title: c.title, Instances: c.instances(b.tenant)}
		if err := b.failed[c.name]; err != nil {
			shown.Failure = err.Error()
		}
		r.Columns = append(r.Columns, shown)
	}
	for _, row := range rows {
		if measured := b.results[row.name]; len(measured) > 0 {
			r.Rows = append(r.Rows, newReportRow(row.name, measured))
		}
	}
	return r
}

func newReportRow(name string, measured map[string]measurement) reportRow {
	row := reportRow{Name: name, Cells: map[string]reportCell{}}
	for column, m := range measured {
		cell := reportCell{measurement: m}
		by, ok := yardsticks[column]
		if !ok {
			by.bare, by.floor = bareColumn, floorColumn
		}
		if bare, ok := measured[by.bare]; ok {
			cell.ToBare = ratios(m, bare)
		}
		if floor, ok := measured[by.floor]; ok {
			cell.ToFloor = ratios(m, floor)
		}
		row.Cells[column] = cell
	}
	return row
}

// ratios divides every figure by the other one and omits ratios to zero.
func ratios(m, by measurement) map[string]float64 {
	all := map[string]float64{}
	for _, f := range figures {
		if divisor := f.value(by); divisor != 0 && f.value(m) != 0 {
			all[f.key] = f.value(m) / divisor
		}
	}
	return all
}

func (r *report) write(file string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(content, '\n'), 0o600)
}
