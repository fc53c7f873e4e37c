"""What a person is asked at the terminal."""
