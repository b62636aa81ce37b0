package provider

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// fileError returns the error of a function that reads a file, or nil for nil. Each line of the error
// is a sentence, the last one without a period: the CLIs add one to the error of a function.
func fileError(argument int64, err error) *function.FuncError {
	if err == nil {
		return nil
	}
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

var table = fn{
	name: "table",
	is: function.Definition{
		Summary: "Reads a CSV file as spreadsheets write it",
		MarkdownDescription: "Returns the rows of a table by their keys, each a map from column to text. Every value is the text in the " +
			"file: `08989` keeps its zero. An empty cell is null. The columns are separated by `,`, `;` or tabs; a byte order mark, CRLF, quotes and " +
			"spaces around values are read as a spreadsheet does, and lines without a value are ignored.\n\n" +
			"Errors name the line and the value: a key that is empty or given twice, a value in a column without a name, a line " +
			"without a column that all other lines fill, what a spreadsheet has damaged (`4.14E+10`, `#N/A`, `####`), an invisible " +
			"character, and a last line that ends early without a line break, " +
			"because the file is then incomplete.",
		Parameters: []function.Parameter{
			textParameter("text", "The text of the table, such as `file(\"people.csv\")`. The first "+
				"line names the columns. The encoding is UTF-8: *CSV UTF-8* in Excel."),
			textParameter("key", "The name of the column with the keys."),
		},
		VariadicParameter: textParameter("columns", "The other columns that the table may have; "+
			"any without this argument. Each row has all of them, null if the table does not have the column. The column `line` is the line of "+
			"the file in which the row begins, unless the table has it."),
		Return: function.MapReturn{ElementType: types.MapType{ElemType: types.StringType}},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var text, key string
		var columns []string
		if failed := get(&text, &key, &columns); failed != nil {
			return nil, failed
		}
		rows, err := sheet.Table(text, key, columns...)
		return rows, fileError(0, err)
	},
}

var document = fn{
	name: "document",
	is: function.Definition{
		Summary: "Reads a YAML or JSON file without conversions",
		MarkdownDescription: "Returns the mappings, lists and texts of a document. Every scalar is the text in the file: `on`, `NO`, `08989` " +
			"and `2027-06-30` stay as they are, and Terraform converts `true` and `5` where an argument needs a boolean or a number. An " +
			"empty value, `null` and `~` without quotes are null. An empty document is null.\n\n" +
			"A key given twice, or with an invisible character, is an error with its line, as are a second document, a merge key (`<<`), and a tag except `!!str`. An alias " +
			"(`*name`) has the value of its anchor (`&name`).",
		Parameters: []function.Parameter{
			textParameter("text", "The text of the document, such as `file(\"units.yaml\")`."),
		},
		Return: function.DynamicReturn{},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var text string
		if failed := get(&text); failed != nil {
			return nil, failed
		}
		read, err := sheet.Document(text)
		return types.DynamicValue(attrs.Tree(read, scalar)), fileError(0, err)
	},
}

var documentLines = fn{
	name: "document_lines",
	is: function.Definition{
		Summary: "Returns the lines of a YAML or JSON file",
		MarkdownDescription: "Returns the line of each key and of each text in a list, by its path: the keys above it and its own text, " +
			"with periods, such as `seller.roles.crm-reader`. With these lines, an error can name the place of a value that `document` reads.",
		Parameters: []function.Parameter{
			textParameter("text", "The text of the document, such as `file(\"jobs.yaml\")`."),
		},
		Return: function.MapReturn{ElementType: types.Int64Type},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var text string
		if failed := get(&text); failed != nil {
			return nil, failed
		}
		lines, err := sheet.DocumentLines(text)
		return lines, fileError(0, err)
	},
}

var similar = fn{
	name: "similar",
	is: function.Definition{
		Summary: "Returns the names that are similar to a misspelled one",
		MarkdownDescription: "Returns at most five known names that are similar to another one, the most similar first, for the message " +
			"of a precondition. The provider suggests names in the same way.",
		Parameters: []function.Parameter{
			textParameter("name", "The name."),
			function.ListParameter{Name: "known", ElementType: types.StringType, MarkdownDescription: "The known names."},
		},
		Return: function.ListReturn{ElementType: types.StringType},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var name string
		var known []string
		if failed := get(&name, &known); failed != nil {
			return nil, failed
		}
		return append([]string{}, suggest.Names(name, known)...), nil
	},
}

// scalar returns a text of a document, or null, as a value of Terraform.
func scalar(read any) attr.Value {
	if text, ok := read.(string); ok {
		return types.StringValue(text)
	}
	return types.DynamicNull()
}

// dayBound returns the function for a bound of a day.
func dayBound(name, bound, use string) fn {
	return fn{
		name: name,
		is: function.Definition{
			Summary: "Returns the " + bound + " second of a day",
			MarkdownDescription: "Returns the " + bound + " second of a day in a time zone, in RFC 3339, for " + use + ". Days on which " +
				"the clocks change have 23 or 25 hours.",
			Parameters: []function.Parameter{
				textParameter("day", "The day, such as `2027-06-30`, or `30.06.2027` as a German "+
					"spreadsheet writes it."),
				textParameter("zone", "The time zone by its IANA name, such as `Europe/Zurich` or `UTC`."),
			},
			Return: function.StringReturn{},
		},
		run: func(get arguments) (any, *function.FuncError) {
			var day, zone string
			if failed := get(&day, &zone); failed != nil {
				return nil, failed
			}
			in, err := sheet.Zone(zone)
			if err != nil {
				return nil, fileError(1, err)
			}
			at, last, err := sheet.Day(day, in)
			if bound == "last" {
				at = last
			}
			return at.Format(time.RFC3339), fileError(0, err)
		},
	}
}
