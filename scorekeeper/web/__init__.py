"""What a browser sees: guard, form, verb, answer."""
