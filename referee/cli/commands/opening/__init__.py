"""The commands of the topic `opening`: a module for each."""
