"""What came by mail is entered, kept or refused."""
