"""Other words for a question, each way of finding them in a file of its own."""
