# The last request that reaches the service before the process ends, and the writes that are then left.

create "after 0" {
  fault  = "{\"kind\":\"status\",\"method\":\"POST\",\"status\":403}"
  writes = "6"
}
create "after 1" {
  fault  = "{\"kind\":\"status\",\"method\":\"POST\",\"status\":403,\"skip\":1}"
  exists = true
  writes = "4"
}
create "after 2" {
  fault  = "{\"kind\":\"status\",\"method\":\"POST\",\"status\":403,\"skip\":2}"
  exists = true
  writes = "2"
}
property "after 0" {
  fault  = "{\"kind\":\"status\",\"method\":\"PATCH\",\"status\":403}"
  exists = true
  writes = "3"
}
property "after 1" {
  fault  = "{\"kind\":\"status\",\"method\":\"PATCH\",\"status\":403,\"skip\":1}"
  exists = true
  writes = "2"
}
property "after 2" {
  fault  = "{\"kind\":\"status\",\"method\":\"PATCH\",\"status\":403,\"skip\":2}"
  exists = true
  writes = "1"
}
