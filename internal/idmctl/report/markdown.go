package report

import (
	_ "embed"
	"reflect"
	"slices"
	"strings"
	"text/template"
)

// CommentLimit is the maximum length of a comment on a pull request on GitHub, in characters.
const CommentLimit = 65536

// Markdown writes the document for a comment. If the text exceeds the limit in bytes, long blocks
// are shortened and state how many lines they omit. A limit of 0 is unlimited.
func (d Document) Markdown(limit int) string {
	for _, lines := range []int{0, 400, 200, 100, 60, 40, 25, 15, 8, 3} {
		if text := d.markdown(lines); limit == 0 || len(text) <= limit {
			return text
		}
	}
	// Even the shortest blocks exceed the limit: keep the top of the document.
	return d.top().markdown(3)
}

//go:embed markdown.tmpl
var markdown string

// markdown fills the template with a maximum number of lines of a block; 0: all.
func (d Document) markdown(lines int) string {
	left := func(list any) int {
		if all := reflect.ValueOf(list).Len(); lines > 0 && all > lines {
			return all - lines
		}
		return 0
	}
	functions := template.FuncMap{
		"kind": kind, "words": joinWords, "facts": facts, "folded": folded, "mark": markText, "more": left,
		"text": inline{}.text, "cell": inline{table: true}.text, "summary": inline{html: true}.text,
		"plain": inline{}.plain, "column": inline{table: true}.plain,
		"shown": func(list any) any {
			all := reflect.ValueOf(list)
			return all.Slice(0, all.Len()-left(list)).Interface()
		},
	}
	var b strings.Builder
	if err := template.Must(template.New("").Funcs(functions).Parse(markdown)).ExecuteTemplate(&b, "document", d); err != nil {
		panic(err) // The template does not fit the document: an error of this program.
	}
	return b.String()
}

// facts returns the facts without items in a line.
func facts(all []Fact) string {
	var values []string
	for _, fact := range all {
		if len(fact.Items) == 0 {
			values = append(values, inline{}.plain(fact.Label)+": "+inline{}.text(fact.Value))
		}
	}
	return strings.Join(values, " · ")
}

// folded returns the items of a fact as a group.
func folded(fact Fact) Group {
	var list List
	for _, item := range fact.Items {
		list.Items = append(list.Items, Item{Text: item})
	}
	return Group{Title: T(fact.Label + ": ").Plain(fact.Value.String()), Blocks: []Block{list}}
}

// markText returns a mark as text, with a sign that is visible in both color themes of GitHub.
func markText(inTable bool, mark Mark) string {
	sign := [...]string{"", "➕", "➖", "✏️", "➡️"}[mark.Kind]
	return strings.TrimSpace(sign + " " + inline{table: inTable}.plain(mark.Word))
}

// clipLimit is the maximum length of a span. Most sentences are shorter.
const clipLimit = 300

// clip shortens the long spans of texts.
func clip(lines ...Text) []Text {
	short := make([]Text, len(lines))
	for i, line := range lines {
		short[i] = slices.Clone(line)
		for j, span := range line {
			if runes := []rune(span.Text); len(runes) > clipLimit {
				short[i][j].Text = string(runes[:clipLimit]) + " …"
			}
		}
	}
	return short
}

// top returns the beginning of the document with shortened texts.
func (d Document) top() Document {
	short := Document{Marker: d.Marker, Title: clip(T(d.Title))[0].String(), Lead: clip(d.Lead)[0]}
	for _, fact := range d.Facts {
		short.Facts = append(short.Facts, Fact{Label: fact.Label, Value: clip(fact.Value)[0]})
	}
	for _, alert := range d.Alerts {
		cut := Alert{Tone: alert.Tone, Title: clip(alert.Title)[0], Items: clip(alert.Items...)}
		for _, group := range alert.Groups {
			cut.Groups = append(cut.Groups, Item{Mark: group.Mark, Text: clip(group.Text)[0], Details: clip(group.Details...)})
		}
		short.Alerts = append(short.Alerts, cut)
	}
	short.Notes = []Text{T("The details are too long for a comment; they are in the HTML page and in the JSON.")}
	return short
}
