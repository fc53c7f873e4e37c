"""The commands of the topic `checking`: a module for each."""
