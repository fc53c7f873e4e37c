"""The commands of the topic `playing`: a module for each."""
