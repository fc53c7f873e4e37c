"""Tests of Ur."""
