"""How the database became what it is: one file a revision, run by Alembic."""
