# A part of GitLab's REST API. A pipeline has the number of its first job, the plan; its review is the job after that.
# Pipeline 1, with the job 1, is the apply after a merge.

function "project" {
  params = [from]
  result = from == "" ? 99 : 666
}

function "pipeline" {
  params = [run]
  result = {
    id         = run.ID
    sha        = run.Head
    ref        = run.Change > 0 ? "refs/merge-requests/${run.Change}/${or(run.Ref, "head")}" : "main"
    source     = "merge_request_event"
    created_at = run.Began
    user       = { id = 50 }
  }
}

function "note" {
  params = [posted]
  result = { id = posted.Number, body = posted.Body, author = { id = posted.Author } }
}

function "issue" {
  params = [posted]
  result = { iid = posted.Number, title = posted.Title, description = posted.Body, author = { id = posted.Author } }
}

function "commit" {
  params = [sha]
  result = { id = sha, parent_ids = ["parent"], author_email = "anna@example.com", committer_email = "anna@example.com" }
}

# Each token has its own user.
route "GET /user" {
  answer = { id = token == "forge-token-4711-idm-production" ? 42 : 41 }
}

route "GET /users" {
  list = [for id in [50] : { id = id } if try(query.search, "") == "anna@example.com"]
}

route "GET /users/{id}" {
  answer = try([for p in People : { id = p.ID, bot = p.Bot, public_email = p.ID == 50 ? "anna@example.com" : "" } if p.ID == id][0], null)
}

route "GET /projects/99/members/all/{id}" {
  answer = try([for p in People : { id = p.ID, access_level = p.Role, state = "active" } if p.ID == id][0], null)
}

route "GET /groups/{group}/members/{id}" {
  status = try(groups[group].status, 200)
  text   = try(groups[group].text, null)
  answer = try([for p in People : { id = id, access_level = 10, state = membership(group, p.Login) == "pending" ? "awaiting" : "active" }
  if p.ID == id && contains(["active", "pending"], membership(group, p.Login))][0], null)
}

route "GET /projects/99/merge_requests/{number}" {
  answer = try([for c in Changes : {
    state             = "opened"
    sha               = c.Head
    target_branch     = or(c.Base, "main")
    source_project_id = project(c.From)
    project_id        = 99
    author            = { id = 50 }
  } if c.Number == number][0], null)
}

route "GET /projects/99/merge_requests/{number}/notes" {
  list = concat([for c in Comments : note(c) if c.Change == number],
    flatten([for c in Changes : [for i, a in c.Approved : [
      { id = 9000 + 2 * i, system = true, body = "approved this merge request", created_at = a.Time, author = { id = a.By.ID } },
      { id = 9001 + 2 * i, system = false, body = a.Text, created_at = a.Time, author = { id = a.By.ID } },
    ]] if c.Number == number]),
    [for c in Changes : {
      id = 8000, system = true, body = "changed target branch from `other` to `main`", created_at = c.Retargeted, author = { id = 50 }
  } if c.Number == number && c.Retargeted != ""])
}

route "POST /projects/99/merge_requests/{number}/notes" {
  takes  = ["body"]
  status = 201
  set    = { Comments = concat(Comments, [{ Number = length(Comments) + 1, Change = number, Author = 41, Body = body.body }]) }
  answer = {}
}

route "PUT /projects/99/merge_requests/{number}/notes/{id}" {
  takes  = ["body"]
  set    = { Comments = [for c in Comments : merge(c, { Body = c.Number == id ? body.body : c.Body })] }
  answer = try([for c in Comments : note(c) if c.Number == id][0], null)
}

route "GET /projects/99/issues" {
  list = [for i in Issues : issue(i) if !i.Closed && "${i.Author}" == try(query.author_id, "")]
}

route "POST /projects/99/issues" {
  takes  = ["title", "description", "labels"]
  status = 201
  set = {
    Issues = concat(Issues, [{ Number = 1000 + length(Issues), Author = 41, Title = body.title, Body = body.description, Labels = split(",", body.labels), Notes = [] }])
  }
  answer = {}
}

route "POST /projects/99/issues/{id}/notes" {
  takes  = ["body"]
  set    = { Issues = [for i in Issues : merge(i, { Notes = i.Number == id ? concat(i.Notes, [body.body]) : i.Notes })] }
  answer = try([for i in Issues : note(i) if i.Number == id][0], null)
}

route "PUT /projects/99/issues/{id}" {
  takes = ["title", "description", "state_event"]
  set = {
    Issues = [for i in Issues : merge(i, i.Number == id ? { Closed = try(body.state_event, "") == "close", Body = try(body.description, i.Body) } : { Closed = i.Closed, Body = i.Body })]
  }
  answer = try([for i in Issues : issue(i) if i.Number == id][0], null)
}

route "GET /projects/99/repository/commits/{sha}/merge_requests" {
  list = [for c in Changes : {
    iid               = c.Number
    state             = merged(c) ? "merged" : "opened"
    target_branch     = or(c.Base, "main")
    source_project_id = project(c.From)
    merge_commit_sha  = c.Merge
    squash_commit_sha = null
    sha               = c.Head
  } if c.Merge == sha || c.Head == sha]
}

route "GET /projects/99/merge_requests/{number}/commits" {
  list = [for c in Changes : commit(c.Head) if c.Number == number]
}

route "GET /projects/99/repository/commits/{sha}" {
  answer = commit(sha)
}

route "GET /projects/99/repository/commits/{sha}/comments" {
  list = [for a in try(OnCommits[sha], []) : { author = { id = a.By.ID }, note = a.Text, created_at = a.Time }]
}

route "GET /projects/99/pipelines/{id}" {
  answer = try([for r in concat(Runs, [{ ID = 1, Head = "", Change = 0, Ref = "", Began = "2027-01-01T00:00:00Z" }]) : pipeline(r) if r.ID == id][0], null)
}

route "GET /projects/99/merge_requests/{number}/pipelines" {
  list = [for r in Runs : pipeline(r) if r.Workflow == "plan" && r.Change == number]
}

route "GET /projects/99/pipelines/{id}/jobs" {
  list = concat(
    [for r in Runs : { id = r.ID, name = r.Workflow, status = r.OK ? "success" : "failed", finished_at = r.Time }
    if r.ID == id || r.ID == id + 1 && r.Workflow == "review"],
  [{ id = 1, name = "apply", status = "running", user = { id = 50 } }])
}

route "GET /projects/99/jobs/{id}/artifacts/{path...}" {
  artifact = { run = id, path = path }
}
