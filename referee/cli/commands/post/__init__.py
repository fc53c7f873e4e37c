"""The commands of the topic `post`: a module for each."""
