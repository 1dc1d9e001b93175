"""What can be known of each sentence for a question: one file a signal."""
