-- What the owner of the state's database runs once, after the first `terraform init` with his own login has made the schema. The jobs that only plan
-- sign in as idm_reader: they read the state and take its lock, and cannot change it.
GRANT USAGE ON SCHEMA idm_acme TO idm_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA idm_acme TO idm_reader;
