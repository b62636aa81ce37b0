package main

import (
	"fmt"
	"strings"
)

// figure is one line of every row of the table.
type figure struct {
	// key is the figure's name in JSON.
	key, title string
	value      func(measurement) float64
	format     string
}

const mebibyte = 1 << 20

var figures = []figure{
	{"wallSeconds", "wall, s", func(m measurement) float64 { return m.WallSeconds }, "%.2f"},
	{"cliCPUSeconds", "CPU of the CLI, s", func(m measurement) float64 { return m.CLISeconds }, "%.2f"},
	{"providerCPUSeconds", "CPU of the provider, s", func(m measurement) float64 { return m.ProviderSeconds }, "%.2f"},
	{"cliPeakBytes", "peak memory of the CLI, MiB", func(m measurement) float64 { return float64(m.CLIPeak) / mebibyte }, "%.0f"},
	{"providerPeakBytes", "peak memory of the provider, MiB", func(m measurement) float64 { return float64(m.ProviderPeak) / mebibyte },
		"%.0f"},
	{"requests", "requests", func(m measurement) float64 { return float64(m.Requests) }, "%.0f"},
}

// markdown returns the table, with the machine above and the omitted columns below.
func (r *report) markdown() string {
	var b strings.Builder
	r.introduce(&b)
	header, rule := "| | |", "|---|---|"
	for _, c := range r.Columns {
		header += " " + c.Title + " |"
		rule += "---:|"
	}
	fmt.Fprintf(&b, "%s\n%s\n", header, rule)
	b.WriteString(r.line("", "instances", func(c reportColumn) string { return fmt.Sprint(c.Instances) }))
	for _, row := range r.Rows {
		for i, f := range figures {
			name := ""
			if i == 0 {
				name = "**" + row.Name + "**"
			}
			b.WriteString(r.line(name, f.title, func(c reportColumn) string { return row.cell(f, c.Name) }))
		}
	}
	r.remark(&b)
	return b.String()
}

func (r *report) introduce(b *strings.Builder) {
	fmt.Fprintf(b, "%d objects: %d client applications, %d units, %d profiles, %d authorizations and enterprise authorizations.\n",
		r.Objects, r.Tenant.Applications, r.Tenant.Units, r.Tenant.Profiles, r.Tenant.Grants)
	b.WriteString(r.Whole)
	fmt.Fprintf(b, "Latency of the service %s, %s with -parallelism=%d and %s state, %d cores, %s.\n", r.Latency, r.CLI, r.Parallelism,
		r.State, r.Cores, r.System)
	if r.Profiled {
		b.WriteString("The provider ran with a profiler.\n")
	}
	b.WriteString("× is the ratio to the bare provider; the floor is `terraform_data`, which has no provider process.\n\n")
}

func (r *report) line(name, title string, cell func(reportColumn) string) string {
	var line strings.Builder
	fmt.Fprintf(&line, "| %s | %s |", name, title)
	for _, c := range r.Columns {
		line.WriteString(" " + cell(c) + " |")
	}
	return line.String() + "\n"
}

// cell returns a dash if the figure is missing.
func (r *reportRow) cell(f figure, column string) string {
	c, ok := r.Cells[column]
	value := f.value(c.measurement)
	if !ok || value == 0 {
		return "–"
	}
	text := fmt.Sprintf(f.format, value)
	if f.key == "cliPeakBytes" && c.CLIPeakIsBound {
		text = "≤ " + text
	}
	if ratio, ok := c.ToBare[f.key]; ok {
		text += fmt.Sprintf(" ×%.2f", ratio)
	}
	return text
}

func (r *report) remark(b *strings.Builder) {
	for _, c := range r.Columns {
		if c.Failure != "" {
			first, _, _ := strings.Cut(c.Failure, "\n")
			b.WriteString("\nFailed: " + first + "\n")
		}
	}
}
