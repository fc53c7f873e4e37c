"""The commands of the topic `end`: a module for each."""
