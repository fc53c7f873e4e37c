"""Tests of what a person can do, without the faces that print it."""
