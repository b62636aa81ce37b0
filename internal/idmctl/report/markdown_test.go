package report_test

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

// own are the tags that the reports themselves use.
var own = map[string]bool{
	"<b>": true, "</b>": true, "<sub>": true, "</sub>": true, "<code>": true, "</code>": true, "<details>": true, "<details open>": true,
	"</details>": true, "<summary>": true, "</summary>": true, "<!-- idmctl test -->": true,
}

var (
	tag = regexp.MustCompile(`<[^>]*>?`)
	// meanings matches the syntax that GitHub and GitLab interpret in text outside code.
	meanings = regexp.MustCompile(`(?i)[@#~$^*]\S|[!&%]\w|\w://|www\.|\[|\]|(^|\W)(g[hl]-\d|[0-9a-f]{7,40}($|\W))|:\w+:|[a-z]\w+-\d`)
	code     = regexp.MustCompile(`(?s)<code>.*?</code>`)
)

type tester interface {
	Helper()
	Fatalf(string, ...any)
}

// parsed parses Markdown like a forge: it returns the kinds of blocks and links from top to bottom,
// and the text outside code.
func parsed(t tester, source string) (shape []string, plain string) {
	t.Helper()
	input := []byte(source)
	document := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(input))
	var outside strings.Builder
	tags := func(raw string) {
		for _, one := range tag.FindAllString(raw, -1) {
			if !own[one] {
				t.Fatalf("the tag %q in\n%s", one, source)
			}
			shape = append(shape, one)
		}
		outside.WriteString(tag.ReplaceAllString(code.ReplaceAllString(raw, " "), " "))
	}
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link, *ast.AutoLink, *ast.Image, *ast.Emphasis, *extast.Strikethrough, *extast.TaskCheckBox:
			if n, strong := n.(*ast.Emphasis); strong && n.Level == 2 && n.HasChildren() {
				break // the project's own bold figures and titles; the shape says how many there may be
			}
			t.Fatalf("%s in\n%s", n.Kind(), source)
		case *ast.Text:
			outside.Write(n.Segment.Value(input))
			return ast.WalkContinue, nil
		case *ast.String:
			outside.Write(n.Value)
			return ast.WalkContinue, nil
		case *ast.CodeSpan:
			outside.WriteString(" ")
			return ast.WalkSkipChildren, nil
		case *ast.RawHTML:
			tags(string(n.Segments.Value(input)))
			return ast.WalkContinue, nil
		case *ast.HTMLBlock:
			tags(string(n.Lines().Value(input)))
		}
		shape = append(shape, n.Kind().String())
		outside.WriteString(" ")
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return shape, regexp.MustCompile(`\[!(CAUTION|NOTE)]`).ReplaceAllString(html.UnescapeString(outside.String()), "")
}

// blocks omits <code>, because a name may become a code span.
func blocks(shape []string) []string {
	return slices.DeleteFunc(shape, func(kind string) bool { return strings.HasSuffix(kind, "code>") })
}

func nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"https://evil.example", "x_https://evil.example", "1www.evil.example", "www.", "ftp://", "mailto:", "a@b.example", "@team",
		"_@team",
		"1@team", "#1", "!2",
		"%3", "~label", "$x$", "&4", "^alert#1", "GH-5", "acme-6", "a1b2c3d4e5", ":tada:", "[", "]", "[[x]]", "(", ")", "](", "![", "<",
		">",
		"<b>", "</b>",
		"<script>", "<!--", "-->", "&lt;", "&#64;", "`", "```", "``", "|", "\\|", "\\", "**", "*", "_", "__", "~~", "~", "- ", "+ ", "1. ",
		"1) ",
		"# ", "> ",
		"=", "---", "\n", "\r\n", "\t", "    ", " ", "::error::", "##[error]", "/close", "\x1b[31m", "\u009b", "\u202e", "\u200d", "\ufe0f",
		"{",
		"}", "%{x}", "[ ]",
	}))
	names := rapid.Map(rapid.SliceOfN(piece, 1, 8), func(pieces []string) string { return strings.Join(pieces, "") })
	return names.Filter(func(name string) bool { return strings.TrimSpace(name) != "" })
}

func checkMarkdown(t tester, name string) {
	t.Helper()
	want, _ := parsed(t, full("name").Markdown(0))
	source := full(name).Markdown(0)
	got, plain := parsed(t, source)
	if !slices.Equal(blocks(got), blocks(want)) {
		t.Fatalf("%q changes the shape of the report:\n%v\n%v\n%s", name, blocks(want), blocks(got), source)
	}
	if found := meanings.FindString(plain); found != "" {
		t.Fatalf("%q leaves %q in the text %s", name, found, plain)
	}
	for line := range strings.SplitSeq(source, "\n") {
		if regexp.MustCompile(`^/|##[a-zA-Z]*\[|^\s*::.*::`).MatchString(line) {
			t.Fatalf("%q makes a command: %s", name, line)
		}
	}
}

func TestMarkdown_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkMarkdown(t, nasty().Draw(t, "name"))
	})
}

func TestMarkdown_hostile(t *testing.T) {
	for _, name := range []string{hostile, "a_https://evil.example/x", ":", "7https://evil.example", "x\\|y", "`|`\\", "/close\n/merge"} {
		t.Run(name, func(t *testing.T) { checkMarkdown(t, name) })
	}
}

func TestHTML_property(t *testing.T) {
	var b bytes.Buffer
	if err := full("name").HTML(&b); err != nil {
		t.Fatal(err)
	}
	tags := regexp.MustCompile(`</?[a-z][^>]*>`)
	want := tags.FindAllString(b.String(), -1)
	rapid.Check(t, func(t *rapid.T) {
		name := nasty().Draw(t, "name")
		var b bytes.Buffer
		if err := full(name).HTML(&b); err != nil {
			t.Fatal(err)
		}
		got := tags.FindAllString(b.String(), -1)
		steering := regexp.MustCompile("[\\x00-\\x08\\x1b\u0080-\u009f\u202a-\u202e\u2066-\u2069]")
		if len(got) != len(want) || steering.MatchString(b.String()) {
			t.Fatalf("%q: %d tags instead of %d\n%s", name, len(got), len(want), b.String())
		}
	})
}
