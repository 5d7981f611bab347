"""What a browser shows: what can be read on it, and what pressing the things on it sends."""

from dataclasses import dataclass, field, replace
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from werkzeug.datastructures import MultiDict

from tests.web.document import every, name_of, text_of

_TYPED = ("text", "date", "hidden", "search")


@dataclass
class Request:
    """What pressing something sends; it can be sent more than once, and by any phone.

    pushes: whether the address of the answer becomes that of the screen, where htmx asks.
    """

    method: str
    address: str
    fields: MultiDict[str, str] = field(default_factory=MultiDict)
    htmx: bool = False
    pushes: bool = False

    def with_fields(self, **changes: str | None) -> "Request":
        """The same with some fields changed, or left out where None is given."""
        fields = MultiDict(self.fields)
        for name, value in changes.items():
            fields.poplist(name)
            if value is not None:
                fields.add(name, value)
        return replace(self, fields=fields)


class Screen:
    """A document at an address. With *script*, forms and links do what their ``hx-`` attributes say."""

    document: Element
    address: str
    script: bool

    # Reading

    @property
    def text(self) -> str:
        """Everything that is read aloud."""
        return text_of(self.document)

    @property
    def title(self) -> str:
        """The title of the page."""
        return next(every(self.document, "title")).text or ""

    @property
    def heading(self) -> str:
        """What stands in the bar."""
        return text_of(next(every(self.document, "h1")))

    @property
    def totals(self) -> tuple[str, str]:
        """The points of both players as the band shows them."""
        left, right = [text_of(total) for total in every(self.document, class_="total")]
        return left, right

    @property
    def deals(self) -> list[str]:
        """What the lines of the pad are called."""
        return [name_of(link) for line in every(self.document, "li", class_="line") for link in every(line, "a")]

    @property
    def alerts(self) -> list[str]:
        """What is said to be wrong."""
        return [text for alert in every(self.document, role="alert") if (text := text_of(alert))]

    @property
    def notes(self) -> list[str]:
        """What is said to have happened."""
        return [text_of(note) for note in every(self.document, class_="note")]

    @property
    def live(self) -> str:
        """What the live region says."""
        return text_of(next(every(self.document, id="live")))

    def has(self, **attributes: str) -> bool:
        """Whether an element with these attributes is there."""
        return next(every(self.document, **attributes), None) is not None

    def part(self, **attributes: str) -> str:
        """What can be read of the one element with these attributes."""
        (found,) = every(self.document, **attributes)
        return text_of(found)

    def parts(self, **attributes: str) -> list[str]:
        """What can be read of every element with these attributes."""
        return [text_of(found) for found in every(self.document, **attributes)]

    def lines_of(self, **attributes: str) -> list[str]:
        """What can be read of every line of the one list with these attributes."""
        (found,) = every(self.document, **attributes)
        return [text_of(line) for line in every(found, "li")]

    def wrong(self, name: str) -> str:
        """What is said beside the field called *name*, which must be marked and point to that sentence."""
        (control,) = self._called(name)
        assert control.get("aria-invalid") == "true", f"{name} is not marked as wrong"
        return self.part(id=control.get("aria-describedby", ""))

    @property
    def links(self) -> list[str]:
        """Where the links lead."""
        return [link.get("href", "") for link in every(self.document, "a")]

    @property
    def pressable(self) -> list[str]:
        """What every link and every button that is not off is called."""
        return [name_of(one) for one in self.document.iter() if _can_be_pressed(one)]

    # Typing and choosing

    def fill(self, **values: str) -> "Screen":
        """Type into fields by their names, or choose one of the values that are offered."""
        for name, value in values.items():
            controls = self._called(name)
            assert controls, f"nothing on {self.address} is called {name}"
            if controls[0].get("type") == "radio":
                _choose(controls, name, value)
            else:
                (control,) = controls
                _type(control, value)
        return self

    def field(self, name: str) -> str | None:
        """What is typed or chosen in the first field called *name*; None if nothing is."""
        values = _values(self._called(name))
        return values[0][1] if values else None

    def offered(self, name: str) -> list[str]:
        """The values among which the field called *name* lets choose."""
        return [one.get("value", "") for one in self._called(name)]

    def _called(self, name: str) -> list[Element]:
        return [one for one in _controls(self.document) if one.get("name") == name]

    # What pressing sends

    def request_of(self, name: str) -> Request:
        """What pressing the link or button called *name* sends."""
        found = [one for one in self.document.iter() if _can_be_pressed(one) and name_of(one) == name]
        # Several links to one place are one thing to press.
        if len({one.get("href") or one for one in found}) != 1:
            raise LookupError(f"{len(found)} of {name!r} can be pressed on {self.address}, among {self.pressable}")
        pressed = found[0]
        if pressed.tag == "a":
            htmx = self.script and "hx-get" in pressed.attrib
            address = self._absolute(pressed, "hx-get" if htmx else "href")
            return Request("GET", address, htmx=htmx, pushes="hx-push-url" in pressed.attrib)
        form = next(form for form in every(self.document, "form") if pressed in form.iter())
        request = self._request(form, pressed.get("formmethod"))
        if pressed.get("name"):
            request.fields.add(pressed.get("name"), pressed.get("value", ""))
        return request

    def form_to(self, end: str) -> Request:
        """What the one form sends whose address ends so, whatever its button is called."""
        forms = [form for form in every(self.document, "form") if form.get("action", "").endswith(end)]
        if len(forms) != 1:
            raise LookupError([form.get("action") for form in every(self.document, "form")])
        return self._request(forms[0])

    def save_label(self) -> str:
        """What Save says."""
        (form,) = (form for form in every(self.document, "form") if "data-save" in form.attrib)
        return name_of(next(every(form, "button")))

    def save_request(self) -> Request:
        """What Save would send."""
        return self.request_of(self.save_label())

    def _request(self, form: Element, method: str | None = None) -> Request:
        asked = (method or form.get("method") or "get").lower()
        htmx = self.script and method is None and f"hx-{asked}" in form.attrib
        address = self._absolute(form, f"hx-{asked}" if htmx else "action")
        fields = MultiDict(_values(_controls(form)))
        return Request(asked.upper(), address, fields, htmx, pushes="hx-push-url" in form.attrib)

    def _absolute(self, element: Element, attribute: str) -> str:
        return urljoin(self.address, element.attrib[attribute])


def swap(document: Element, fragment: Element) -> None:
    """Do what htmx does with a fragment: the root in place of the root, the rest where it belongs."""
    parents = {child: parent for parent in document.iter() for child in parent}
    for new in (*every(fragment, id="screen"), *every(fragment, id="live")):
        old = next(every(document, id=new.attrib["id"]))
        if new.get("hx-swap-oob") == "innerHTML":
            old[:], old.text = list(new), new.text
        else:
            _preserve(old, new)
            new.tail, place = old.tail, parents[old]
            place[list(place).index(old)] = new
    next(every(document, "title")).text = next(every(fragment, "title")).text


def _preserve(old: Element, new: Element) -> None:
    """Take over into *new* what is to stay of *old* as it stands there."""
    for parent in list(new.iter()):
        for at, child in enumerate(parent):
            if "hx-preserve" in child.attrib:
                parent[at] = next(every(old, id=child.attrib["id"]))


def _can_be_pressed(element: Element) -> bool:
    if element.tag == "a":
        return True
    return element.tag == "button" and "disabled" not in element.attrib and element.get("aria-hidden") != "true"


def _controls(root: Element) -> list[Element]:
    return [one for one in root.iter() if one.tag in ("input", "textarea", "select") and one.get("name")]


def _values(controls: list[Element]) -> list[tuple[str, str]]:
    values = []
    for one in controls:
        if one.tag == "textarea":
            values.append((one.attrib["name"], one.text or ""))
        elif one.get("type", "text") in _TYPED or "checked" in one.attrib:
            values.append((one.attrib["name"], one.get("value", "")))
    return values


def _choose(radios: list[Element], name: str, value: str) -> None:
    assert value in [one.get("value") for one in radios], f"{name} does not offer {value}"
    for one in radios:
        one.attrib.pop("checked", None)
        if one.get("value") == value:
            one.set("checked", "")


def _type(control: Element, value: str) -> None:
    if control.tag == "textarea":
        control.text = value
    else:
        control.set("value", value)
