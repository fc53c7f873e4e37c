"""Words for people, in every language there is a folder for: sentences by their code, events, questions, rules."""
