# A part of GitHub's REST API.

function "user" {
  params = [person]
  result = { id = person.ID, login = person.Login, type = person.Bot ? "Bot" : "User" }
}

function "by" {
  params = [author]
  result = { login = author == 41 ? "github-actions[bot]" : "mallory" }
}

function "comment" {
  params = [posted]
  result = { id = posted.Number, body = posted.Body, user = by(posted.Author) }
}

function "issue" {
  params = [posted]
  result = { number = posted.Number, title = posted.Title, body = posted.Body, user = by(posted.Author) }
}

function "run" {
  params = [run]
  result = {
    id               = run.ID
    event            = or(run.Event, run.Workflow != "idm-plan" ? "workflow_run" : run.Change > 0 ? "pull_request" : "workflow_dispatch")
    head_sha         = run.Head
    head_branch      = run.Workflow == "idm-plan" && run.Change > 0 ? "topic" : "main"
    conclusion       = run.OK ? "success" : "failure"
    created_at       = run.Began
    updated_at       = run.Time
    path             = ".github/workflows/${run.Workflow}.yml"
    display_title    = "Review of ${run.Head}"
    repository       = { full_name = "acme/tenant" }
    head_repository  = { full_name = or(run.From, "acme/tenant") }
    actor            = { id = 50 }
    triggering_actor = { id = 50 }
  }
}

function "pull" {
  params = [change]
  result = {
    number           = change.Number
    state            = merged(change) || change.Closed ? "closed" : "open"
    merged_at        = merged(change) ? "2027-01-01T00:00:00Z" : null
    merge_commit_sha = change.Merge
    updated_at       = "2027-01-02T00:00:00Z"
    commits          = 1
    user             = { id = 50 }
    head             = { sha = change.Head, repo = { full_name = or(change.From, "acme/tenant") } }
    base             = { ref = or(change.Base, "main") }
  }
}

function "commit" {
  params = [sha]
  result = {
    sha       = sha
    author    = { id = 50, login = "anna" }
    committer = { id = 50, login = "anna" }
    parents   = [{ sha = "parent" }]
    commit    = {}
  }
}

route "GET /repos/acme/tenant/issues/{number}/comments" {
  list = [for c in Comments : comment(c) if c.Change == number]
}

route "POST /repos/acme/tenant/issues/{number}/comments" {
  takes  = ["body"]
  status = 201
  set = {
    Issues = [for i in Issues : merge(i, { Notes = i.Number == number ? concat(i.Notes, [body.body]) : i.Notes })]
    Comments = concat(Comments, [for c in Changes :
    { Number = length(Comments) + 1, Change = number, Author = 41, Body = body.body } if c.Number == number])
  }
  answer = {}
}

route "PATCH /repos/acme/tenant/issues/comments/{id}" {
  takes  = ["body"]
  set    = { Comments = [for c in Comments : merge(c, { Body = c.Number == id ? body.body : c.Body })] }
  answer = try([for c in Comments : comment(c) if c.Number == id][0], null)
}

route "GET /repos/acme/tenant/issues" {
  list = [for i in Issues : issue(i) if !i.Closed]
}

route "POST /repos/acme/tenant/issues" {
  takes  = ["title", "body", "labels"]
  status = 201
  set = {
    Issues = concat(Issues, [{ Number = 1000 + length(Issues), Author = 41, Title = body.title, Body = body.body, Labels = body.labels, Notes = [] }])
  }
  answer = {}
}

route "PATCH /repos/acme/tenant/issues/{id}" {
  takes = ["title", "body", "state", "state_reason"]
  set = {
    Issues = [for i in Issues : merge(i, i.Number == id ? { Closed = try(body.state, "") == "closed", Body = try(body.body, i.Body) } : { Closed = i.Closed, Body = i.Body })]
  }
  answer = try([for i in Issues : issue(i) if i.Number == id][0], null)
}

# GitHub lists the merged and open requests of a commit, but not the closed ones.
route "GET /repos/acme/tenant/commits/{sha}/pulls" {
  list = [for c in Changes : pull(c) if c.Merge == sha || c.Head == sha && !c.Closed]
}

route "GET /repos/acme/tenant/pulls" {
  list = [for c in Changes : pull(c) if try(query.state, "") == "all" || !c.Closed && !merged(c)]
}

route "GET /repos/acme/tenant/pulls/{number}" {
  answer = try([for c in Changes : pull(c) if c.Number == number][0], null)
}

route "GET /repos/acme/tenant/issues/{number}/events" {
  list = concat([{ event = "labeled", created_at = "2028-01-01T00:00:00Z" }],
  [for c in Changes : { event = "base_ref_changed", created_at = c.Retargeted } if c.Number == number && c.Retargeted != ""])
}

route "GET /repos/acme/tenant/pulls/{number}/commits" {
  list = [for c in Changes : commit(c.Head) if c.Number == number]
}

route "GET /repos/acme/tenant/commits/{sha}" {
  answer = commit(sha)
}

route "GET /repos/acme/tenant/commits/{sha}/comments" {
  list = [for a in try(OnCommits[sha], []) : { user = user(a.By), body = a.Text, created_at = a.Time, updated_at = a.Time }]
}

route "GET /repos/acme/tenant/pulls/{number}/reviews" {
  list = flatten([for c in Changes : [for a in c.Approved : {
    user = user(a.By), state = "APPROVED", commit_id = a.Commit, submitted_at = a.Time, body = a.Text, node_id = "PRR_${a.By.Login}"
  }] if c.Number == number])
}

route "POST /graphql" {
  takes  = ["query", "variables"]
  answer = { data = { node = { id = body.variables.id, lastEditedAt = null } } }
}

route "GET /repos/acme/tenant/collaborators/{login}/permission" {
  answer = try([for p in People : { permission = p.Role >= 30 ? "write" : "read", user = user(p) } if p.Login == login][0], null)
}

route "GET /repos/acme/tenant/actions/workflows/idm-plan.yml/runs" {
  answer = { workflow_runs = [for r in Runs : run(r) if r.Workflow == "idm-plan" && r.Head == try(query.head_sha, "")] }
}

route "GET /repos/acme/tenant/actions/workflows/idm-review.yml/runs" {
  answer = { workflow_runs = [for r in Runs : run(r) if r.Workflow == "idm-review"] }
}

route "GET /repos/acme/tenant/actions/runs/{id}" {
  # Run 77 is the apply.
  answer = try([for r in concat(Runs, [{ ID = 77, Workflow = "idm-apply", Event = "push", Change = 0, Head = "", OK = true, From = "",
  Began = "2027-01-01T00:00:00Z", Time = "2027-01-01T00:00:00Z" }]) : run(r) if r.ID == id][0], null)
}

route "GET /repos/acme/tenant/actions/runs/{id}/artifacts" {
  answer = { artifacts = flatten([for r in Runs : [for name in keys(r.Kept) : { name = name, expired = false }] if r.ID == id]) }
}

route "POST /repos/acme/tenant/statuses/{sha}" {
  takes  = ["context", "state", "description", "target_url"]
  status = 201
  answer = {}
}

route "GET /orgs/acme/teams/{team}/teams" {
  list = [for member in try(groups[team].indirect, []) : { slug = "child" }]
}

route "GET /orgs/acme/teams/{team}/memberships/{login}" {
  status = try(groups[team].status, 200)
  text   = try(groups[team].text, null)
  answer = membership(team, login) == "" ? null : { role = "member", state = membership(team, login) == "pending" ? "pending" : "active" }
}
