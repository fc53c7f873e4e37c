"""The commands of the topic `gone`: a module for each."""
