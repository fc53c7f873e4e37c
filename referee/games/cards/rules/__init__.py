"""The rules, a module for each chapter of the rulebook. `flow` binds the chapters to their frames."""
