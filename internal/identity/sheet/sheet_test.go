package sheet

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// plain returns a table with texts in place of pointers; an empty cell is "∅".
func plain(rows map[string]Row) map[string]map[string]string {
	all := map[string]map[string]string{}
	for key, row := range rows {
		all[key] = map[string]string{}
		for name, cell := range row {
			all[key][name] = "∅"
			if cell != nil {
				all[key][name] = *cell
			}
		}
	}
	return all
}

func TestTable(t *testing.T) {
	two := map[string]map[string]string{
		"eva":  {"id": "eva", "first": "Eva", "family": "Egger", "until": "∅"},
		"finn": {"id": "finn", "first": "Finn", "family": "Fischer", "until": "31.12.2031"},
	}
	for name, text := range map[string]string{
		"Excel in German": "\ufeffid;first;family;until\r\neva;Eva;Egger;\r\nfinn;Finn;Fischer;31.12.2031\r\n;;;\r\n",
		"Excel names":     "sep=;\r\nid;first;family;until\r\neva;Eva;Egger;\r\nfinn;Finn;Fischer;31.12.2031\r\n",
		"LibreOffice": "\"id\",\"first\",\"family\",\"until\"\n" +
			"\"eva\",\"Eva\",\"Egger\",\n\"finn\",\"Finn\",\"Fischer\",\"31.12.2031\"\n",
		"an export of tabs":    "id\tfirst\tfamily\tuntil\neva\tEva\tEgger\t\nfinn\tFinn\tFischer\t31.12.2031",
		"an old Mac":           "id,first,family,until\reva,Eva,Egger,\rfinn,Finn,Fischer,31.12.2031\r",
		"spaces":               " id , first , family , until \n eva , \"Eva\", Egger\u00a0, \nfinn ,Finn, Fischer , 31.12.2031 \n",
		"empty lines":          "\n\nid,first,family,until\n\neva,Eva,Egger,\n,,,\n , ,\nfinn,Finn,Fischer,31.12.2031\n,,,\n\n",
		"missing empty cells":  "id,first,family,until,,\neva,Eva,Egger,\nfinn,Finn,Fischer,31.12.2031,,\n",
		"a short line":         "id,first,family,until\neva,Eva,Egger\nfinn,Finn,Fischer,31.12.2031\n",
		"quotes as separators": "id;\"first\";family;until\neva;\"Eva\";\"Egger\";\nfinn;Finn;Fischer;31.12.2031\n",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "a short line" {
				text = strings.Replace(text, "eva", "x,X,X,\neva", 1)
			}
			rows, err := Table(text, "id")
			if err != nil {
				t.Fatal(err)
			}
			delete(rows, "x")
			if got := plain(rows); !reflect.DeepEqual(got, two) {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestTable_texts reads values that other readers convert or split.
func TestTable_texts(t *testing.T) {
	rows, err := Table("id;zip;note\nNO;08989;\"a;b\nsays \"\"hello\"\"\"\non;1e3;\"5\"\" wide\"\n", "id", "zip", "note", "extra", Line)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{
		"NO": {"id": "NO", "zip": "08989", "note": "a;b\nsays \"hello\"", "extra": "∅", "line": "2"},
		"on": {"id": "on", "zip": "1e3", "note": "5\" wide", "extra": "∅", "line": "4"},
	}
	if got := plain(rows); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestTable_errors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":        {"\n \n", "the table is empty; its first line must name the columns"},
		"no key":       {"ID;first\neva;Eva\n", `line 1: there is no column "id" for the key (did you mean ID?); the columns are ID, first`},
		"a key twice":  {"id,first\neva,Eva\nfinn,Finn\neva,Evi\n", `line 4: id "eva" is in line 2 already`},
		"an empty key": {"id,first\neva,Eva\n,Finn\n", `line 3: "id" is empty: ", Finn"`},
		"unknown columns": {"id,frist,job_3\neva,Eva,\n", "line 1: unknown column \"frist\" (did you mean first?); " +
			"the columns are first, family, until\n" + `line 1: unknown column "job_3"`},
		"an unknown column": {"id,frist\neva,Eva\n", `line 1: unknown column "frist" (did you mean first?); the columns are first, family, until`},
		"a column twice":    {"id,first,first\neva,Eva,Evi\n", `line 1: two columns are named "first"`},
		"a short line":      {"id,first,family\neva,Eva,Egger\nfinn\n", `line 3: "finn" has no first, family, which the other lines have; write empty cells, too`},
		"a cut file": {"id,first,family\neva,Eva,Egger\nfinn,Fi",
			`line 3: the last line ends early, without a line break: "finn, Fi"; it has no family; is the file complete?`},
		"a cut file with an empty column": {"id,first,until\neva,Eva,\nfinn,Fi",
			`line 3: the last line ends early, without a line break: "finn, Fi"; it has no until; is the file complete?`},
		"a value without a column": {"id,first\neva,Eva,x\n", `line 2: "x" is in column 3, which has no name`},
		"an unnamed column":        {"id,,first\neva,x,Eva\n", `line 2: "x" is in column 2, which has no name`},
		"an open quote": {"id,first\neva,\"Eva\nfinn,Finn\n", `line 2: column 11: extraneous or missing " in quoted-field; ` +
			"a value with a quote is in quotes, and the quote is doubled"},
		"a text after a quote": {"id,first\neva,\"Eva\" Egger\n", `line 2: column 9: extraneous or missing " in quoted-field; ` +
			"a value with a quote is in quotes, and the quote is doubled"},
		"a quote in a value": {"id,first\neva,5\" wide\n", `line 2: column 6: bare " in non-quoted-field; ` +
			"a value with a quote is in quotes, and the quote is doubled"},
		"several": {"id,first\neva\nfinn,Finn\nfinn,F\n,X\n", "line 2: \"eva\" has no first, which the other lines " +
			"have; write empty cells, too\nline 4: id \"finn\" is in line 3 already\n" +
			`line 5: "id" is empty: ", X"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Table(c.text, "id", "first", "family", "until")
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestTable_damaged goes over what spreadsheets make of a value, and over what they keep.
func TestTable_damaged(t *testing.T) {
	const rounded, failed = "is a number that a spreadsheet has rounded; format the column as text, and enter the value again",
		"is an error of a spreadsheet in place of a value; correct the cell"
	for cell, want := range map[string]string{
		"4,14E+10": rounded, "1.23457E+15": rounded, "1E-05": rounded, "-2E+12": rounded,
		"#N/A": failed, "#NV": failed, "#N/D": failed, "#REF!": failed, "#BEZUG!": failed, "#WERT!": failed, "#VALUE!": failed,
		"#NAME?": failed, "#DIV/0!": failed, "#ÜBERLAUF!": failed, "##": failed, "##########": failed,
		"sales\u200b": "contains U+200B, which cannot be seen; enter the value again",
		"\ufeffeva":   "contains U+FEFF, which cannot be seen; enter the value again",
		"e\u00adva":   "contains U+00AD, which cannot be seen; enter the value again",
		"e\x00va":     "contains U+0000, which cannot be seen; enter the value again",
		"1e3":         "", "E+10": "", "08989": "", "41441234567": "", "2E": "", "#1": "", "# 5": "", "C#": "", "TRUE": "", "FALSE": "",
		"31.12.2027": "", "12/31/2027": "", "46203": "", "'t Hooft": "", "Jean\u00a0Paul": "", "می\u200cخواهم": "", "👩\u200d🚀": "",
	} {
		rows, err := Table("id,first\neva,\""+cell+"\"\n", "id")
		switch {
		case want == "" && (err != nil || *rows["eva"]["first"] != cell):
			t.Errorf("%q: %v", cell, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), "line 2: first ") || !strings.HasSuffix(err.Error(), want)):
			t.Errorf("%q: %v", cell, err)
		}
	}
	for _, edge := range []string{" ", "\u00a0", "\u2007", "\u3000", "\t"} {
		if rows, err := Table("id;first\n"+edge+"eva"+edge+";"+edge+"Eva"+edge+"\n", "id"); err != nil || *rows["eva"]["first"] != "Eva" {
			t.Errorf("%q at the edge: %v, %v", edge, plain(rows), err)
		}
	}
	for text, want := range map[string]string{
		"id,first\ne\u00a0va,Eva\n": `line 2: id "e\u00a0va" contains U+00A0, which cannot be seen; enter the value again`,
		"id,first\ne\u200bva,Eva\n": `line 2: id "e\u200bva" contains U+200B, which cannot be seen; enter the value again`,
		"id,first\n4E+10,Eva\n":     `line 2: id "4E+10" ` + rounded,
		"id,first\u200b\neva,Eva\n": `line 1: the column "first\u200b" contains U+200B, which cannot be seen; enter the value again`,
		"id,first\ne\u3164va,Eva\n,Finn\n": "line 2: id \"e\u3164va\" contains U+3164, which cannot be seen; enter the value again\n" +
			`line 3: "id" is empty: ", Finn"`,
	} {
		if _, err := Table(text, "id"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestDocumentLines(t *testing.T) {
	got, err := DocumentLines("# jobs\nseller: { roles: [crm-reader, wiki-editor] }\n" +
		"support:\n  roles:\n    - wiki-editor\n    - crm-admin\n" +
		"chief:\n  roles:\n    crm-admin:\n      validity: { to: 2027-06-30 }\nlist: &l\n  - a\ncopy: *l\n")
	want := map[string]int{"seller": 2, "seller.roles": 2, "seller.roles.crm-reader": 2, "seller.roles.wiki-editor": 2, "support": 3,
		"support.roles": 4, "support.roles.wiki-editor": 5, "support.roles.crm-admin": 6, "chief": 7, "chief.roles": 8,
		"chief.roles.crm-admin": 9, "chief.roles.crm-admin.validity": 10, "chief.roles.crm-admin.validity.to": 10, "list": 11, "list.a": 12,
		"copy": 13, "copy.a": 12}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := DocumentLines("# nothing\n"); err != nil || got == nil || len(got) > 0 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := DocumentLines("a: b\na: c\n"); err == nil {
		t.Error("a key is given twice")
	}
}

func TestDocument(t *testing.T) {
	got, err := Document("n: on\nzip: 08989\n08: NO\nday: 2027-06-30\nnone:\n" +
		"tilde: ~\nnull: null\nquoted: \"null\"\nempty: ''\nNull: Null\n" +
		"list: [1e3, 0x1F, ~, {a: yes}]\nblock: |\n  a\n  b\nbase: &b {x: 1}\ncopy: *b\ntagged: !!str\nno: {}\n")
	want := map[string]any{"n": "on", "zip": "08989", "08": "NO", "day": "2027-06-30", "none": nil, "tilde": nil, "null": nil,
		"quoted": "null", "empty": "", "Null": "Null", "list": []any{"1e3", "0x1F", nil, map[string]any{"a": "yes"}}, "block": "a\nb\n",
		"base": map[string]any{"x": "1"}, "copy": map[string]any{"x": "1"}, "tagged": "", "no": map[string]any{}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "\ufeff# a comment\n", "---\n", "~"} {
		if got, err := Document(text); got != nil || err != nil {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	got, err = Document("\ufeff{\r\n\t\"a\": [1, true, null, \"\\u00e9\"]\r\n}\r\n")
	if want := (map[string]any{"a": []any{"1", "true", nil, "é"}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestDocument_errors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a key twice":         {"eva:\n  roles: a\nfinn: x\neva:\n  roles: b\n", `line 4: "eva" is in line 1 already`},
		"a key twice inside":  {"eva:\n  roles: a\n  roles: b\n", `line 3: "roles" is in line 2 already`},
		"a key twice in JSON": {"{\n  \"a\": 1,\n  \"a\": 2\n}", `line 3: "a" is in line 2 already`},
		"an invisible key":    {"sales: {}\nsal\u200bes: {}\n", `line 2: the key "sal\u200bes" contains U+200B, which cannot be seen; enter the value again`},
		"a space in a key":    {"a:\n  na\u00a0me: b\n", `line 2: the key "na\u00a0me" contains U+00A0, which cannot be seen; enter the value again`},
		"documents":           {"a: 1\n---\nb: 2\n", `line 2: a second document begins; a file has one`},
		"a tag":               {"a: !!int 5\n", `line 1: the tag !!int has no effect here: each value is the text that the file contains; remove it`},
		"a merge key": {"a: &a {x: 1}\nb:\n  <<: *a\n",
			`line 3: a merge key (<<) is not supported; write the keys, or use an alias for a whole value`},
		"a key that is a list": {"? [a]\n: b\n", `line 1: a key must be a text`},
		"an empty key":         {"\"\": b\n", `line 1: a key is empty`},
		"a tab":                {"a:\n\tb: c\n", `line 2: a tab is in the indent; use spaces`},
		"an unknown alias":     {"a: *b\n", `unknown anchor 'b' referenced`},
		"a loop":               {"a: &a\n  b: *a\n", `line 2: *a contains itself`},
		"syntax":               {"a: [1\nb: 2\n", `line 1: did not find expected ',' or ']'`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Document(c.text)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 9; i++ {
		p, q := string(rune('0'+i-1)), string(rune('0'+i))
		bomb += "a" + q + ": &a" + q + " [" + strings.Repeat("*a"+p+",", 10) + "]\n"
	}
	if _, err := Document(bomb); err == nil || !strings.Contains(err.Error(), "the document is too large") {
		t.Errorf("a document of aliases: %v", err)
	}
}

func TestDay(t *testing.T) {
	for _, c := range []struct{ day, zone, first, last string }{
		{"2027-06-30", "Europe/Zurich", "2027-06-30T00:00:00+02:00", "2027-06-30T23:59:59+02:00"},
		{"30.06.2027", "Europe/Zurich", "2027-06-30T00:00:00+02:00", "2027-06-30T23:59:59+02:00"},
		{"1.2.2027", "UTC", "2027-02-01T00:00:00Z", "2027-02-01T23:59:59Z"},
		{"2028-02-29", "Pacific/Kiritimati", "2028-02-29T00:00:00+14:00", "2028-02-29T23:59:59+14:00"},
		{"2027-12-31", "Etc/GMT+12", "2027-12-31T00:00:00-12:00", "2027-12-31T23:59:59-12:00"},
		// Days of 23 and 25 hours.
		{"2027-03-28", "Europe/Zurich", "2027-03-28T00:00:00+01:00", "2027-03-28T23:59:59+02:00"},
		{"2027-10-31", "Europe/Zurich", "2027-10-31T00:00:00+02:00", "2027-10-31T23:59:59+01:00"},
		{"2060-10-31", "Europe/Zurich", "2060-10-31T00:00:00+02:00", "2060-10-31T23:59:59+01:00"},
		// The clocks change at midnight: the day begins at 1:00, or its last hour is repeated.
		{"2018-11-04", "America/Sao_Paulo", "2018-11-04T01:00:00-02:00", "2018-11-04T23:59:59-02:00"},
		{"2019-02-16", "America/Sao_Paulo", "2019-02-16T00:00:00-02:00", "2019-02-16T23:59:59-03:00"},
		// At 0:01 the clocks go back to 23:01 of the day before.
		{"2010-11-06", "America/St_Johns", "2010-11-06T00:00:00-02:30", "2010-11-06T23:59:59-03:30"},
	} {
		first, last, err := dayIn(c.day, c.zone)
		if got := first.Format(time.RFC3339); got != c.first || err != nil {
			t.Errorf("%s in %s begins %s, %v", c.day, c.zone, got, err)
		}
		if got := last.Format(time.RFC3339); got != c.last {
			t.Errorf("%s in %s ends %s", c.day, c.zone, got)
		}
	}
	for _, c := range []struct{ day, zone, want string }{
		{"2027-02-29", "UTC", `"2027-02-29" is not a day of the calendar`},
		{"06/30/2027", "UTC", `"06/30/2027" is not a day; write a day as 2027-06-30 or 30.06.2027`},
		{"2027-06-30T10:00:00Z", "UTC", `"2027-06-30T10:00:00Z" is a moment, not a day; write a day as 2027-06-30 or 30.06.2027`},
		{"2011-12-30", "Pacific/Apia", `Pacific/Apia has no 2011-12-30: its clocks left the day out`},
		{"2027-06-30", "Local", `"Local" is not a time zone; write a name of the IANA database, such as Europe/Zurich or UTC`},
		{"2027-06-30", "Europe/Zürich", `"Europe/Zürich" is not a time zone; write a name of the IANA database, such as Europe/Zurich or UTC`},
	} {
		if _, _, err := dayIn(c.day, c.zone); err == nil || err.Error() != c.want {
			t.Errorf("%s in %s: %v", c.day, c.zone, err)
		}
	}
}

func dayIn(day, zone string) (first, last time.Time, err error) {
	in, err := Zone(zone)
	if err != nil {
		return first, last, err
	}
	return Day(day, in)
}
