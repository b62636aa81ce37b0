package provider

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// fileError returns the error of a function that reads a file. Each line of the error is a sentence,
// the last one without a period: the CLIs add one to the error of a function.
func fileError(argument int64, err error) *function.FuncError {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		first, size := utf8.DecodeRuneInString(line)
		lines[i] = string(unicode.ToUpper(first)) + line[size:]
		if i < len(lines)-1 && !strings.HasSuffix(line, "?") {
			lines[i] += "."
		}
	}
	return function.NewArgumentFuncError(argument, strings.Join(lines, "\n"))
}

type table struct{}

func (table) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "table"
}

func (table) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Reads a CSV file as spreadsheets write it",
		MarkdownDescription: "Returns the rows of a table by their keys, each a map from column to text. Every value is the text in the " +
			"file: `08989` keeps its zero. An empty cell is null. The columns are separated by `,`, `;` or tabs; a byte order mark, CRLF, quotes and " +
			"spaces around values are read as a spreadsheet does, and lines without a value are ignored.\n\n" +
			"Errors name the line and the value: a key that is empty or given twice, a value in a column without a name, a line " +
			"without a column that all other lines fill, what a spreadsheet has damaged (`4.14E+10`, `#N/A`, `####`), an invisible " +
			"character, and a last line that ends early without a line break, " +
			"because the file is then incomplete.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "text", MarkdownDescription: "The text of the table, such as `file(\"people.csv\")`. The first " +
				"line names the columns. The encoding is UTF-8: *CSV UTF-8* in Excel."},
			function.StringParameter{Name: "key", MarkdownDescription: "The name of the column with the keys."},
		},
		VariadicParameter: function.StringParameter{Name: "columns", MarkdownDescription: "The other columns that the table may have; " +
			"any without this argument. Each row has all of them, null if the table does not have the column. The column `line` is the line of " +
			"the file in which the row begins, unless the table has it."},
		Return: function.MapReturn{ElementType: types.MapType{ElemType: types.StringType}},
	}
}

func (table) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text, key string
	var columns []string
	if resp.Error = req.Arguments.Get(ctx, &text, &key, &columns); resp.Error != nil {
		return
	}
	rows, err := sheet.Table(text, key, columns...)
	if err != nil {
		resp.Error = fileError(0, err)
		return
	}
	resp.Error = resp.Result.Set(ctx, rows)
}

type document struct{}

func (document) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "document"
}

func (document) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Reads a YAML or JSON file without conversions",
		MarkdownDescription: "Returns the mappings, lists and texts of a document. Every scalar is the text in the file: `on`, `NO`, `08989` " +
			"and `2027-06-30` stay as they are, and Terraform converts `true` and `5` where an argument needs a boolean or a number. An " +
			"empty value, `null` and `~` without quotes are null. An empty document is null.\n\n" +
			"A key given twice, or with an invisible character, is an error with its line, as are a second document, a merge key (`<<`), and a tag except `!!str`. An alias " +
			"(`*name`) has the value of its anchor (`&name`).",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "text", MarkdownDescription: "The text of the document, such as `file(\"units.yaml\")`."},
		},
		Return: function.DynamicReturn{},
	}
}

func (document) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	read, err := sheet.Document(text)
	if err != nil {
		resp.Error = fileError(0, err)
		return
	}
	resp.Error = resp.Result.Set(ctx, types.DynamicValue(valueOf(ctx, read)))
}

type documentLines struct{}

func (documentLines) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "document_lines"
}

func (documentLines) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Returns the lines of a YAML or JSON file",
		MarkdownDescription: "Returns the line of each key and of each text in a list, by its path: the keys above it and its own text, " +
			"with periods, such as `seller.roles.crm-reader`. With these lines, an error can name the place of a value that `document` reads.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "text", MarkdownDescription: "The text of the document, such as `file(\"jobs.yaml\")`."},
		},
		Return: function.MapReturn{ElementType: types.Int64Type},
	}
}

func (documentLines) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	lines, err := sheet.DocumentLines(text)
	if err != nil {
		resp.Error = fileError(0, err)
		return
	}
	resp.Error = resp.Result.Set(ctx, lines)
}

type similar struct{}

func (similar) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "similar"
}

func (similar) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Returns the names that are similar to a misspelled one",
		MarkdownDescription: "Returns at most five known names that are similar to another one, the most similar first, for the message " +
			"of a precondition. The provider suggests names in the same way.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "name", MarkdownDescription: "The name."},
			function.ListParameter{Name: "known", ElementType: types.StringType, MarkdownDescription: "The known names."},
		},
		Return: function.ListReturn{ElementType: types.StringType},
	}
}

func (similar) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var name string
	var known []string
	if resp.Error = req.Arguments.Get(ctx, &name, &known); resp.Error != nil {
		return
	}
	resp.Error = resp.Result.Set(ctx, append([]string{}, suggest.Names(name, known)...))
}

// valueOf returns a value of a document as a value of Terraform.
func valueOf(ctx context.Context, read any) attr.Value {
	switch read := read.(type) {
	case string:
		return types.StringValue(read)
	case map[string]any:
		of, values := make(map[string]attr.Type, len(read)), make(map[string]attr.Value, len(read))
		for key, one := range read {
			values[key] = valueOf(ctx, one)
			of[key] = values[key].Type(ctx)
		}
		return types.ObjectValueMust(of, values)
	case []any:
		of, values := make([]attr.Type, len(read)), make([]attr.Value, len(read))
		for i, one := range read {
			values[i] = valueOf(ctx, one)
			of[i] = values[i].Type(ctx)
		}
		return types.TupleValueMust(of, values)
	}
	return types.DynamicNull()
}

// dayBound is a function that returns a bound of a day.
type dayBound struct {
	name, bound, use string
	find             func(day, zone string) (time.Time, error)
}

var (
	dayStart = dayBound{"day_start", "first", "a validity that begins on this day", sheet.DayStart}
	dayEnd   = dayBound{"day_end", "last", "a validity that ends with this day", sheet.DayEnd}
)

func (f dayBound) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

func (f dayBound) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Returns the " + f.bound + " second of a day",
		MarkdownDescription: "Returns the " + f.bound + " second of a day in a time zone, in RFC 3339, for " + f.use + ". Days on which " +
			"the clocks change have 23 or 25 hours.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "day", MarkdownDescription: "The day, such as `2027-06-30`, or `30.06.2027` as a German " +
				"spreadsheet writes it."},
			function.StringParameter{Name: "zone", MarkdownDescription: "The time zone by its IANA name, such as `Europe/Zurich` or `UTC`."},
		},
		Return: function.StringReturn{},
	}
}

func (f dayBound) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var day, zone string
	if resp.Error = req.Arguments.Get(ctx, &day, &zone); resp.Error != nil {
		return
	}
	if _, err := sheet.Zone(zone); err != nil {
		resp.Error = fileError(1, err)
		return
	}
	bound, err := f.find(day, zone)
	if err != nil {
		resp.Error = fileError(0, err)
		return
	}
	resp.Error = resp.Result.Set(ctx, bound.Format(time.RFC3339))
}
