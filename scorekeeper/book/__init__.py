"""The scorebook that keeps it: players, matches, deals and every change, in SQLite or PostgreSQL."""
