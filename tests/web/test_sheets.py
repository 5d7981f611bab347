"""A match on paper: its sheet for the browser and as a PDF, sheets to write on; what is said where there is none."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.book.deals import KeptDeal, deal_row
from scorekeeper.book.lifecycle import end_early
from scorekeeper.book.matches import correct_deal
from scorekeeper.book.tables import DEAL
from scorekeeper.paper.pdf import LONGEST_SHEET, Press
from tests.builders import Table, a_deal, a_new_match, a_table, draw_bridge, rename
from tests.paper.conftest import PATIENCE, STYLES
from tests.paper.opened import Opened, opened
from tests.web.document import every, parse, text_of
from tests.web.phone import Phone

SEVEN = ("Bo 2H+1", "Ana 3NT=", "Bo 4SX-1", "Ana 4S=", "Bo 6D=", "Ana 1NT-2")
HOSTILE = (
    '<img src="file:///etc/passwd">',
    "<link rel=attachment href=file:///etc/hosts>",
    "<style>@import url(http://127.0.0.1:9/)</style>",
)


@pytest.fixture(scope="module")
def press() -> Iterator[Press]:
    with Press(STYLES, seconds=PATIENCE) as made:
        yield made


@pytest.fixture(autouse=True)
def patient(app: Flask, press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that runs the tests may be busy."""
    monkeypatch.setitem(app.extensions, "scorekeeper.press", press)


@pytest.fixture
def table(sessions: Sessions) -> Table:
    return a_table(sessions, *SEVEN)


def pdf_of(app: Flask, table: Table, folder: Path, path: str = "sheet.pdf") -> Opened:
    answer = Phone(app, table.book).get(f"/m/{table.ref.key}/{path}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return opened(answer.data, folder)


def view_of(app: Flask, table: Table, path: str = "sheet") -> str:
    return Phone(app, table.book).get(f"/m/{table.ref.key}/{path}").text


def read(html: str) -> str:
    return text_of(parse(html.replace("<!doctype html>", "")))


@pytest.mark.poppler
def test_the_sheet_tells_the_match_once_and_on_one_page(app: Flask, table: Table, tmp_path: Path) -> None:
    rename(table, {}, title="Club evening", place="Kranj", note="A note")
    made = pdf_of(app, table, tmp_path)
    assert len(made.pages) == 1
    for words in ("Club evening", "Kranj", "A note", "2♥", "4♠X", "−1", "Final score", "1,700", "Page 1 of 1"):
        assert words in made.text
    assert "Ana wins by 400" in made.text


@pytest.mark.poppler
@pytest.mark.parametrize(("paper", "size"), [("a4", (595.3, 841.9)), ("letter", (612, 792)), ("a5", (595.3, 419.5))])
def test_the_paper_is_as_chosen_and_remembered(
    app: Flask, table: Table, tmp_path: Path, paper: str, size: tuple[float, float]
) -> None:
    phone = Phone(app, table.book)
    answer = phone.get(f"/m/{table.ref.key}/sheet.pdf?paper={paper}")
    again = phone.get(f"/m/{table.ref.key}/sheet.pdf")
    assert [opened(one.data, tmp_path).size for one in (answer, again)] == [pytest.approx(size, abs=0.6)] * 2


def test_the_paper_is_that_of_the_country_until_one_is_chosen(app: Flask, table: Table) -> None:
    phone = Phone(app, table.book)
    for language, paper in (("en-US", "letter"), ("en-GB", "a4"), ("sl", "a4"), ("", "a4")):
        answer = phone.get(f"/m/{table.ref.key}/sheet", Accept_Language=language)
        assert f"papers-{paper}" in answer.text


@pytest.mark.poppler
def test_sixty_deals_keep_their_rows_whole_and_the_end_is_never_alone(
    app: Flask, sessions: Sessions, tmp_path: Path
) -> None:
    table = draw_bridge(sessions, *["Ana 1C=", "Bo 1D="] * 30, target=100_000)
    made = pdf_of(app, table, tmp_path)
    numbers = [
        int(number) for page in made.pages for number in re.findall(r"(?m)^\s*(\d+)\s+(?:Ana|Bo)\s+\d[♣♦]", page)
    ]
    assert numbers == list(range(1, 61))
    with_rows = [page for page in made.pages if re.search(r"(?m)^\s*\d+\s+(Ana|Bo)\s+\d[♣♦]", page)]
    assert all("Dealer" in page and "Played by" in page for page in with_rows)
    for number, page in enumerate(made.pages, start=1):
        assert f"Page {number} of {len(made.pages)}" in page
    (last,) = (page for page in made.pages if "Final score" in page)
    assert re.search(r"(?m)^\s*60\s+Bo\s", last)


@pytest.mark.poppler
@pytest.mark.parametrize("deals", range(28, 33))
def test_where_a_page_is_full_the_last_deal_goes_with_the_end(
    app: Flask, sessions: Sessions, tmp_path: Path, deals: int
) -> None:
    table = draw_bridge(sessions, *(["Ana 1C=", "Bo 1D="] * 16)[:deals], target=100_000)
    made = pdf_of(app, table, tmp_path)
    (last,) = (page for page in made.pages if "Final score" in page)
    assert re.search(rf"(?m)^\s*{deals}\s+(Ana|Bo)\s+\d[♣♦]", last)


def test_corrections_deals_after_the_end_and_house_rules_are_told(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 3NT=", "Bo 1C=", new=a_new_match(deals=2, game_value=600))
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    told = read(view_of(app, table))
    assert "corrected" in told
    assert "was 850" in told
    table.do(correct_deal, 1, a_deal("Ana 3NT+3"))
    told = read(view_of(app, table))
    assert "was 850" in told
    assert "not counted" in told
    assert "Game value: 600" in told
    assert "Number of deals: 2" in told


def test_points_that_went_to_the_other_player_are_told_with_the_name(app: Flask, table: Table) -> None:
    table.do(correct_deal, 1, a_deal("Bo 2H-1"))
    assert "was 250 to Bo" in read(view_of(app, table))


def test_a_match_that_was_ended_early_or_goes_on_says_so(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    assert "In play, Ana leads by 750" in read(view_of(app, table))
    table.do(end_early)
    assert "Ended early, no winner" in read(view_of(app, table))


@pytest.mark.poppler
def test_the_page_its_print_the_view_and_the_pdf_agree(app: Flask, table: Table, tmp_path: Path) -> None:
    page = Phone(app, table.book).look_at(table)
    (on_paper,) = every(page.document, class_="on-paper")
    view = parse(view_of(app, table).replace("<!doctype html>", ""))
    printed, viewed = (
        ["".join(cell.itertext()) for cell in every(next(every(one, class_="paper-deals")), "td")]
        for one in (on_paper, view)
    )
    assert printed == viewed
    totals = [f"{total:,}" for total in table.look().match.totals]
    shown = [text_of(total) for total in every(page.document, class_="total")][:2]
    (end,) = (line for line in pdf_of(app, table, tmp_path).text.splitlines() if "Final score" in line)
    assert shown == viewed[-2:] == end.split()[-2:] == totals
    running = [text_of(cell).split()[-1] for cell in every(page.document, class_="cell")]
    cells = [viewed[i : i + 9] for i in range(0, len(viewed) - 2, 9)]
    assert running[:12] == [total for row in cells for total in (row[6], row[8])]


@pytest.mark.poppler
@pytest.mark.parametrize("text", HOSTILE)
def test_names_and_notes_stand_there_letter_by_letter(
    app: Flask, sessions: Sessions, tmp_path: Path, text: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=(text[:40], "Bo")))
    rename(table, {}, note=f"{text} {text}", title=text)
    for path in ("sheet.pdf", "blank.pdf"):
        made = pdf_of(app, table, tmp_path, path)
        assert made.attachments == 0
    made = pdf_of(app, table, tmp_path)
    assert "".join(text.split())[:30] in "".join(made.text.split())
    for path in ("sheet", "blank"):
        assert text[:40] in "".join(parse(view_of(app, table, path).replace("<!doctype html>", "")).itertext())


@pytest.mark.poppler
def test_emoji_and_letters_of_many_alphabets_are_no_trouble(app: Flask, sessions: Sessions, tmp_path: Path) -> None:
    names = ("👩‍❤️‍💋‍👨", "🃏 Ana")
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=names))
    view = view_of(app, table)
    assert all(name in view for name in names)
    assert pdf_of(app, table, tmp_path).pages
    other = a_table(sessions, "Ana 3NT=", new=a_new_match(names=("שלום", "Łukasz Őry ʻOkina")))
    assert "Łukasz" in pdf_of(app, other, tmp_path).text
    assert "paper-key" in view_of(app, other)


def test_where_pdfs_cannot_be_made_the_print_view_opens_and_says_why(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Press(STYLES) as press:
        monkeypatch.setitem(app.extensions, "scorekeeper.press", press)
        for path, view in (("sheet.pdf", "sheet"), ("blank.pdf?per_page=2", "blank")):
            phone = Phone(app, table.book)
            answer = phone.get(f"/m/{table.ref.key}/{path}")
            assert answer.status_code == 303
            assert f"/{view}?" in answer.headers["Location"]
            assert "PDFs need Pango" in phone.get(answer.headers["Location"]).text
        page = Phone(app, table.book).open(f"/m/{table.ref.key}/files/")
        assert "PDFs need Pango" in page.html
        assert "Make a PDF" not in page.html


def a_match_of(sessions: Sessions, deals: int) -> Table:
    """A match of so many *deals*, which are not played one by one here."""
    table, now = draw_bridge(sessions, target=100_000), sessions.clock()
    played = [a_deal(text) for text in ("Ana 4SX-1", "Bo 1C+1", "Ana 2H=")]
    rows = [deal_row(table.ref.id, i, KeptDeal(played[i % 3], now)) for i in range(1, deals + 1)]
    with sessions.writing() as session:
        session.execute(DEAL.insert(), rows)
    return table


def test_a_match_too_long_for_a_pdf_is_told_how_long_one_may_be(app: Flask, sessions: Sessions) -> None:
    table = a_match_of(sessions, LONGEST_SHEET + 1)
    phone = Phone(app, table.book)
    answer = phone.get(f"/m/{table.ref.key}/sheet.pdf")
    assert answer.status_code == 303
    assert "500 deals at most" in phone.get(answer.headers["Location"]).text


@pytest.mark.alone
@pytest.mark.poppler
def test_while_three_pdfs_are_made_one_of_them_the_longest_every_save_is_quick(
    app: Flask, sessions: Sessions, tmp_path: Path
) -> None:
    made: dict[int, bytes] = {}

    def make(deals: int, match: Table) -> None:
        answer = Phone(app, match.book).get(f"/m/{match.ref.key}/sheet.pdf")
        assert answer.mimetype == "application/pdf"
        made[deals] = answer.data

    playing = draw_bridge(sessions, target=100_000)
    saving = Phone(app, playing.book)
    matches = [(deals, a_match_of(sessions, deals)) for deals in (30, 60, LONGEST_SHEET)]
    printing = [threading.Thread(target=make, args=match) for match in matches]
    for thread in printing:
        thread.start()
    seconds = []
    while any(thread.is_alive() for thread in printing) and len(seconds) < 30:
        begun = time.monotonic()
        saving.look_at(playing).enter("Ana 2H=").save()
        seconds.append(time.monotonic() - begun)
        time.sleep(0.1)
    for thread in printing:
        thread.join()
    assert len(playing.look().match.lines) == len(seconds) > 0
    assert max(seconds) < 2
    for deals, data in made.items():
        pages = opened(data, tmp_path).pages
        assert sum(page.count("4♠X") for page in pages) == deals // 3
        assert sum("Final score" in page for page in pages) == 1
    assert len(made) == len(matches)


def test_nobody_prints_the_match_of_another_book(app: Flask, table: Table, sessions: Sessions) -> None:
    stranger = Phone(app, a_table(sessions).book)
    for path in ("sheet", "sheet.pdf", "blank", "blank.pdf"):
        assert stranger.get(f"/m/{table.ref.key}/{path}").status_code == 404


def test_addresses_are_never_made_of_what_was_asked(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with Press(STYLES) as press:
        press.is_missing = True
        monkeypatch.setattr(press, "pdf", _missing)
        monkeypatch.setitem(app.extensions, "scorekeeper.press", press)
        answer = Phone(app, table.book).get(
            f"/m/{table.ref.key}/blank.pdf?_scheme=javascript&_external=1&_anchor=x&key=y&paper=a4"
        )
    assert answer.headers["Location"] == f"/m/{table.ref.key}/blank?paper=a4"


def _missing(*_: object) -> bytes:
    from scorekeeper.paper.pdf import PdfMissing

    raise PdfMissing
