// sbom writes the bill of materials of a built binary.
module github.com/identity-iac/terraform-provider-idm/tools/sbom

go 1.26.0

require github.com/CycloneDX/cyclonedx-go v0.12.0
