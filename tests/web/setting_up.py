"""Setting up a match, as a person does it."""

from scorekeeper.book.access import open_book
from scorekeeper.book.database import Sessions
from scorekeeper.book.lists import list_matches
from scorekeeper.book.reading import KeptMatch, load_match
from tests.builders import a_ref
from tests.web.phone import Phone


def the_match(phone: Phone, sessions: Sessions) -> KeptMatch:
    """The one match in the scorebook of *phone*."""
    key = phone.cookie("scorebook")
    assert key is not None
    with sessions.reading() as session:
        book = open_book(session, key)
        assert book is not None
        (found,) = list_matches(session, book, 10)
        return load_match(session, a_ref(sessions, book, found.key))


def filled(phone: Phone, **fields: str) -> Phone:
    """The page for a new match with *fields* typed over two names and a dealer."""
    phone.open("/new")
    phone.fill(**{"left": "Ana", "right": "Bo", "first": "0", **fields})
    return phone


def start(phone: Phone) -> Phone:
    return phone.send(phone.form_to("/new"))
