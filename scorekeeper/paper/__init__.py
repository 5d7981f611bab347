"""What is drawn of a match: the deals still to come, for screen and paper alike."""
