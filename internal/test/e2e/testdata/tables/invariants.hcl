# Commands with a policy of separate duties, and texts of their output.

