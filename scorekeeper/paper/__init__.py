"""What is drawn of a match: the rows of its sheet, for screen and paper alike."""
