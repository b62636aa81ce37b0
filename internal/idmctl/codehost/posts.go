package codehost

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// board describes where a vendor keeps the comments of a request and the issues of a repository.
type board struct {
	*client
	// comments and issues are the addresses of the lists, with the queries that narrow them. comment
	// is the address of a single comment without its ID.
	comments, comment, issues string
	ofComments, ofIssues      []string
	// update is the method of a change, replies the end of the address of the comments of an issue.
	update, replies string
	// text is the field with the text of an issue, and closed closes one.
	text   string
	closed map[string]string
	// labels returns the value of the field with a label.
	labels func(label string) any
	// own reports whether the pipeline's own user wrote a text. Any user can write one with the mark.
	own func(post) bool
}

// post is a comment or an issue.
type post struct {
	ID, Number int64
	IID        int64 `json:"iid"`
	User       gitHubUser
	Author     gitLabUser
	Body       string
	Text       string `json:"description"`
	// Pull is set for pull requests, which GitHub also lists as issues.
	Pull *struct{} `json:"pull_request"`
}

func (g *gitHub) board(context.Context) (board, error) {
	return board{
		client: g.client, comments: g.repository + "/issues/" + g.Request + "/comments", comment: g.repository + "/issues/comments",
		issues: g.repository + "/issues", ofIssues: []string{"state=open"}, update: http.MethodPatch, replies: "/comments", text: "body",
		closed: map[string]string{"state": "closed", "state_reason": "completed"},
		labels: func(label string) any { return []string{label} },
		own:    func(p post) bool { return p.Pull == nil && p.User.Login == g.author },
	}, nil
}

func (g *gitLab) board(ctx context.Context) (board, error) {
	var user gitLabUser
	notes := g.project + "/merge_requests/" + g.Request + "/notes"
	err := g.get(ctx, g.api+"/user", &user)
	return board{
		client: g.client, comments: notes, comment: notes, issues: g.project + "/issues", ofComments: []string{"sort=asc"},
		ofIssues: []string{"state=opened", fmt.Sprint("author_id=", user.ID)}, update: http.MethodPut, replies: "/notes",
		text:   "description",
		closed: map[string]string{"state_event": "close"},
		labels: func(label string) any { return label },
		own:    func(p post) bool { return p.Author.ID == user.ID },
	}, err
}

// find returns the address of the comment or issue with a mark below single; "" for none.
func (b board) find(ctx context.Context, list, single, mark string, query []string) (string, error) {
	all, err := pages[post](ctx, b.client, list, query...)
	i := slices.IndexFunc(all, func(p post) bool { return b.own(p) && strings.Contains(p.Body+p.Text, mark) })
	switch {
	case err != nil || i < 0:
		return "", err
	case single == b.comment:
		return fmt.Sprintf("%s/%d", single, all[i].ID), nil
	}
	return fmt.Sprintf("%s/%d", single, cmp.Or(all[i].Number, all[i].IID)), nil
}

// PostComment creates or updates the comment with a mark on the request, and reports whether the
// comment is new.
func (f *Forge) PostComment(ctx context.Context, mark, text string) (bool, error) {
	b, err := f.board(ctx)
	if err != nil {
		return false, err
	}
	body := map[string]string{"body": text}
	switch comment, err := b.find(ctx, b.comments, b.comment, mark, b.ofComments); {
	case err != nil:
		return false, err
	case comment == "":
		return true, b.call(ctx, http.MethodPost, b.comments, body, nil)
	default:
		return false, b.call(ctx, b.update, comment, body, nil)
	}
}

// PostIssue creates or updates the issue with a mark, and reports whether the issue is new.
func (f *Forge) PostIssue(ctx context.Context, mark, title, label, text string) (bool, error) {
	b, issue, err := f.issue(ctx, mark)
	body := map[string]any{"title": title, b.text: text}
	switch {
	case err != nil:
		return false, err
	case issue == "":
		body["labels"] = b.labels(label)
		return true, b.call(ctx, http.MethodPost, b.issues, body, nil)
	}
	return false, b.call(ctx, b.update, issue, body, nil)
}

// CloseIssue closes the issue with a mark, and reports whether one was open.
func (f *Forge) CloseIssue(ctx context.Context, mark, text string) (bool, error) {
	b, issue, err := f.issue(ctx, mark)
	if err != nil || issue == "" {
		return false, err
	}
	if err := b.call(ctx, http.MethodPost, issue+b.replies, map[string]string{"body": text}, nil); err != nil {
		return true, err
	}
	return true, b.call(ctx, b.update, issue, b.closed, nil)
}

// issue returns the address of the issue with a mark; "" for none.
func (f *Forge) issue(ctx context.Context, mark string) (board, string, error) {
	b, err := f.board(ctx)
	if err != nil {
		return b, "", err
	}
	issue, err := b.find(ctx, b.issues, b.issues, mark, b.ofIssues)
	return b, issue, err
}
