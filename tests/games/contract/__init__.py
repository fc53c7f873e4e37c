"""What every game must keep, whatever its rules: random playouts, and promises checked on positions from them."""
