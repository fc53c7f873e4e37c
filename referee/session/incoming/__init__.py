"""What came by mail or folder is recorded, kept or refused."""
