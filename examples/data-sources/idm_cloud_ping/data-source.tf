# The provider needs the address and the access key of the cloud authentication service:
# its block cloud, or the environment variables IDM_CLOUD_BASE_URL and IDM_CLOUD_ACCESS_KEY.
data "idm_cloud_ping" "current" {}

check "cloud" {
  assert {
    condition     = data.idm_cloud_ping.current.ok
    error_message = "The cloud authentication service is not well: ${coalesce(data.idm_cloud_ping.current.error, "no response")}"
  }
}
