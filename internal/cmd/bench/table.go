package main

import (
	"fmt"
	"slices"
	"strings"
)

// table holds the measurements by row and column. Rows and columns appear in the order of their
// first measurement.
type table struct {
	rows, columns []string
	cells         map[[2]string]measurement
	// yardsticks maps a column to the one that it is compared with.
	yardsticks map[string]string
}

func (t *table) add(row, column string, m measurement) {
	if t.cells == nil {
		t.cells = map[[2]string]measurement{}
	}
	if !slices.Contains(t.rows, row) {
		t.rows = append(t.rows, row)
	}
	if !slices.Contains(t.columns, column) {
		t.columns = append(t.columns, column)
	}
	t.cells[[2]string{row, column}] = m
}

const mebibyte = 1 << 20

// figures are the lines of a row.
var figures = []struct {
	title, format string
	value         func(measurement) float64
}{
	{"wall, s", "%.2f", func(m measurement) float64 { return m.wall.Seconds() }},
	{"CPU, s", "%.2f", func(m measurement) float64 { return m.cli.Seconds() }},
	{"CPU of the provider, s", "%.2f", func(m measurement) float64 { return m.provider.Seconds() }},
	{"peak memory, MiB", "%.0f", func(m measurement) float64 { return float64(m.cliPeak) / mebibyte }},
	{"peak memory of the provider, MiB", "%.0f", func(m measurement) float64 { return float64(m.providerPeak) / mebibyte }},
	{"requests", "%.0f", func(m measurement) float64 { return float64(m.requests) }},
}

// markdown returns the table. × is the ratio to the yardstick of a column.
func (t *table) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| | | %s |\n|---|---|%s\n", strings.Join(t.columns, " | "), strings.Repeat("---:|", len(t.columns)))
	for _, row := range t.rows {
		name := "**" + row + "**"
		for i, f := range figures {
			var cells []string
			for _, column := range t.columns {
				cells = append(cells, t.cell(row, column, i))
			}
			if !slices.ContainsFunc(cells, func(c string) bool { return c != "–" }) {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, f.title, strings.Join(cells, " | "))
			name = ""
		}
	}
	return b.String()
}

// cell returns a dash if the figure is missing.
func (t *table) cell(row, column string, figure int) string {
	f, m := figures[figure], t.cells[[2]string{row, column}]
	value := f.value(m)
	if value == 0 {
		return "–"
	}
	text := fmt.Sprintf(f.format, value)
	if m.bound && strings.HasPrefix(f.title, "peak memory, ") {
		text = "≤ " + text
	}
	if by := f.value(t.cells[[2]string{row, t.yardsticks[column]}]); by != 0 {
		text += fmt.Sprintf(" ×%.2f", value/by)
	}
	return text
}
