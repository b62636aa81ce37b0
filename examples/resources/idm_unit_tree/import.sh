# The client and the external IDs of the units, or one with everything below it: acme/asia/**
terraform import idm_unit_tree.asia acme/asia,asia-sales,asia-tokyo
