package export

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// hcl writes a file for each top unit, with its units, profiles and grants, or a root for each.
func (e *exporter) hcl() {
	if !e.o.Split {
		e.root("", e.b.resources, func(r *resource) string { return r.part + ".tf" })
		return
	}
	byPart := map[string][]*resource{}
	var order []string
	for _, r := range e.b.resources {
		if byPart[r.part] == nil {
			order = append(order, r.part)
		}
		byPart[r.part] = append(byPart[r.part], r)
	}
	for _, part := range order {
		e.root(part+"/", byPart[part], fileOfType)
	}
}

func fileOfType(r *resource) string { return objecttype.ByTypeName(r.kind).Export.File }

// elsewhere describes the location of a resource in another root; "" if no root has it.
func (e *exporter) elsewhere(to ref) string {
	r := e.byID[to.kind][to.id]
	if r == nil || !e.o.Split {
		return ""
	}
	return cmp.Or(to.label, to.extID) + ", " + r.kind + "." + r.name + " in ../" + r.part
}

// root writes one root module to a folder. An existing folder gets only the new resources.
func (e *exporter) root(folder string, resources []*resource, file func(*resource) string) {
	has := map[*resource]bool{}
	for _, r := range resources {
		has[r] = e.updating == nil || e.isNew(r) || e.updating.declared[folder][r.kind+"."+r.name]
	}
	p := printer{resolve: func(to ref) string {
		if r := e.byID[to.kind][to.id]; r != nil && has[r] {
			return r.kind + "." + r.name + ".ext_id"
		}
		if by := e.taken[to.kind][to.id]; by.folder == folder {
			return by.expression
		}
		return ""
	}, elsewhere: e.elsewhere}
	if e.updating == nil || e.updating.declared[folder] == nil {
		e.append(folder+"provider.tf", e.providerBlocks(strings.TrimSuffix(folder, "/")))
	}
	var provider []arg
	if e.updating != nil {
		provider = providerArg(e.updating.providers[folder])
	}
	for _, r := range resources {
		switch {
		case e.updating != nil && (r.name == "" || !e.isNew(r)):
		case r.name == "":
			e.append(folder+file(r), commentLines(r.remarks...))
		default:
			named := *r
			named.args = slices.Concat(provider, r.args)
			e.append(folder+file(r), p.block(&named))
			e.append(folder+"imports.tf", hclwrite.Format(importBlock(r.kind+"."+r.name, r.id, provider)))
		}
	}
}

// append adds content to a file, after an empty line.
func (e *exporter) append(file string, content []byte) {
	before := e.files[file]
	if before == nil && e.updating != nil {
		before = e.updating.files[file]
	}
	if len(before) > 0 {
		before = append(bytes.TrimRight(before, "\n"), "\n\n"...)
	}
	e.files[file] = append(before, content...)
}

// providerBlocks returns the terraform and provider blocks of a root.
func (e *exporter) providerBlocks(root string) []byte {
	version := ""
	if e.o.Version != "" {
		version = fmt.Sprintf("\n      version = %s", quote(e.o.Version))
	}
	key := strings.Trim(strings.ReplaceAll(label(e.summary.Client), "_", "-")+"/"+strings.ReplaceAll(root, "_", "-"), "/")
	return fmt.Appendf(nil, `terraform {
  required_version = ">= 1.11"

  required_providers {
    idm = {
      source  = "identity-iac/idm"%s
    }
  }

  # Where the state is kept. Choose a backend with locking before the first apply when more than one person or pipeline works
  # with this folder.
  #
  # backend "s3" {
  #   bucket       = "my-states"
  #   key          = "idm/%s.tfstate"
  #   region       = "eu-central-1"
  #   use_lockfile = true
  # }
}

# The address of the service and the login come from the environment: IDM_BASE_URL, IDM_TOKEN and the others.
provider "idm" {
  client_ext_id     = %s
  people_on_destroy = "archive"
}
`, version, key, quote(e.summary.Client))
}
