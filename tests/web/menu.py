"""The menu of a match."""

from tests.web.phone import Phone


def more(phone: Phone) -> Phone:
    return phone.tap("More about this match")


def choose(phone: Phone, beginning: str) -> Phone:
    """Press what begins so in the menu; its second line says how things are."""
    (name,) = (name for name in phone.pressable if name.startswith(beginning))
    return phone.tap(name)


def ways(phone: Phone) -> list[str]:
    """What stands in the menu."""
    return phone.lines_of(class_="menu")
