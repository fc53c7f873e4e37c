"""The commands of the topic `pictures`: a module for each."""
