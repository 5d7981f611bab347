"""What axe finds on the pages, in every theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import a_file_beside, a_table, draw_bridge

PAGES = (
    "", "deals/4?level=4", "deals/4?level=0", "deals/4?level=4&play=1S&doubling=X&tricks=9", "deals/4?passed_out=1",
    "deals/2?level=3&play=0NT&tricks=8", "deals/2/insert", "more", "details", "rules", "points/", "insert", "delete",
    "files/", "files/text",
)  # fmt: skip


EVERYTHING = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that another theme can change."""


def findings(phone: Phone, rules: list[str]) -> list[str]:
    """What axe says is wrong, by the rule and the first place."""
    answer = Axe().run(phone.page, options={"runOnly": rules, "resultTypes": ["violations"]})
    return [
        f"{found['id']}: {found['help']} ({len(found['nodes'])} x {found['nodes'][0]['html'][:160]})"
        for found in answer.response["violations"]
    ]


@pytest.mark.parametrize(
    ("look", "rules"),
    [
        ("auto.two.signs", EVERYTHING),
        ("dark.four.tricks", COLOURS),
        ("sun.four.signs", COLOURS),
        ("light.four.tricks", COLOURS),
    ],
)
def test_axe_finds_nothing(a_phone: MakePhone, look: str, rules: list[str]) -> None:
    phone = a_phone(bypass_csp=True)
    phone.context.add_cookies([{"name": "look", "value": look, "url": phone.server.base}])
    phone.may_fail = True  # one page is none
    table = a_table(phone.server.sessions, "Ana 2H=", "Bo 3NT-1", "Ana 1C=")
    over = draw_bridge(phone.server.sessions, "Ana 3NT=", target=100)
    found: dict[str, list[str]] = {}
    for path in PAGES:
        # What scrolls is shown whole: half behind the button that stays in sight, nothing has its size.
        is_one_screen = path == "" or path.startswith("deals/")
        phone.page.set_viewport_size({"width": 360, "height": 640 if is_one_screen else 2400})
        phone.sit_at(table, path)
        found[path or "match"] = findings(phone, rules)
    for path in ("/", "/new", "/history", "/deleted", "/settings", "/files/", "/blank/", "/nowhere"):
        phone.open(path)
        found[path] = findings(phone, rules)
    phone.look_into(a_file_beside(table))
    found["what is in a file"] = findings(phone, rules)
    phone.press("Import 1 match and what is chosen")
    phone.page.get_by_role("heading", name="Imported", exact=True).wait_for()
    found["imported"] = findings(phone, rules)
    phone.sit_at(over)
    found["over"] = findings(phone, rules)
    assert {page: sentences for page, sentences in found.items() if sentences} == {}
