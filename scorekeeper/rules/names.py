"""When two names are one: in a file, and in a scorebook."""

import unicodedata


def name_key(name: str) -> str:
    """*name* as it is compared: two names with the same key look the same, or differ in case only."""
    shown = "".join(char for char in name if unicodedata.category(char) != "Cf")
    tidy = unicodedata.normalize("NFKC", " ".join(shown.split()))
    return unicodedata.normalize("NFKC", tidy.casefold())
