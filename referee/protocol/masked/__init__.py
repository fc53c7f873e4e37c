"""The masked deck: shuffles, key shares, reveals, and the shares that bring a lost seat back."""
