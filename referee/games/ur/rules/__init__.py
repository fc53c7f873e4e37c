"""The rulebook of Ur, a module for each chapter. `course.apply` sends an order to its chapter."""
