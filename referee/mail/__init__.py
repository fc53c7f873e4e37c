"""Mail and shared folders: what is sent, to whom, by which server, and what came."""
