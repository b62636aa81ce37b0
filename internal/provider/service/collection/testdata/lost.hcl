# Responses to writes that are lost.

create "after 0" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"POST\",\"skip\":0,\"count\":1}"
}
create "after 1" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"POST\",\"skip\":1,\"count\":1}"
}
create "after 2" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"POST\",\"skip\":2,\"count\":1}"
}
property "after 0" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"PATCH\",\"skip\":0,\"count\":1}"
}
property "after 1" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"PATCH\",\"skip\":1,\"count\":1}"
}
property "after 2" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"PATCH\",\"skip\":2,\"count\":1}"
}
delete "after 0" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"DELETE\",\"skip\":0,\"count\":1}"
  deletes = true
}
delete "after 1" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"DELETE\",\"skip\":1,\"count\":1}"
  deletes = true
}
delete "after 2" {
  fault   = "{\"kind\":\"drop-after\",\"method\":\"DELETE\",\"skip\":2,\"count\":1}"
  deletes = true
}
