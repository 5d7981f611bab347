"""What a deal is worth and where a match stands. Pure: nothing but the standard library."""
