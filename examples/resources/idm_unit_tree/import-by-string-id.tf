# The client and the external IDs of the units, or one with everything below it: acme/asia/**
import {
  to = idm_unit_tree.asia
  id = "acme/asia,asia-sales,asia-tokyo"
}
