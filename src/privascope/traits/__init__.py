"""What is true of a policy, one file a trait."""
