"""Keys, signatures, sealed hands and commitments. The only storey that imports `cryptography`."""
