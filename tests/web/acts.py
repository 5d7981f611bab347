"""Everything that can be done to a match, as what pressing its button sends; and sending at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.web.phone import Phone
from tests.web.screen import Request


def at_once(*sent: tuple[Phone, Request]) -> list[Phone]:
    """Every phone after it has sent its request, all of them at the same time."""
    with ThreadPoolExecutor(len(sent)) as threads:
        return list(threads.map(lambda one: one[0].send(one[1]), sent))


def swap(phone: Phone) -> Request:
    return phone.tap("More about this match").form_to("/swap")


def save_correction(phone: Phone) -> Request:
    return phone.edit(1).choose_tricks(10).save_request()


def save_insertion(phone: Phone) -> Request:
    return phone.open(f"{phone.address}deals/1/insert?level=1").choose("Bo 1C=").save_request()


def removal_of(number: int) -> Callable[[Phone], Request]:
    return lambda phone: phone.edit(number).form_to("/remove")


def redo_after_undo(phone: Phone) -> Request:
    return phone.undo().tap("More about this match").form_to("/redo")


def form_on(page: str, action: str, **fields: str) -> Callable[[Phone], Request]:
    def find(phone: Phone) -> Request:
        phone.open(f"{phone.address}{page}").fill(**fields)
        return phone.form_to(action)

    return find


ACTS: dict[str, Callable[[Phone], Request]] = {
    "record": lambda phone: phone.enter("Bo 4H=").save_request(),
    "correct": save_correction,
    "insert": save_insertion,
    "remove the first": removal_of(1),
    "remove the last": removal_of(2),
    "undo": lambda phone: phone.form_to("/undo"),
    "redo": redo_after_undo,
    "swap": swap,
    "first dealer": form_on("more", "/first-dealer"),
    "end early": form_on("more", "/end"),
    "rules": form_on("rules", "/rules", tie_break="none"),
    "details": form_on("details", "/details", title="Final"),
    "names": form_on("details", "/details", left="Anamaria", right="Boris"),
    "delete": form_on("delete", "/delete"),
}
"""What is sent from the page of a match with two deals, by what it does."""
