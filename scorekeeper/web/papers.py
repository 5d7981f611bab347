"""What goes to a printer: documents of sheets, for the browser to print or as a PDF; the paper of this device."""

from typing import Any, Final, NamedTuple

from flask import Response, current_app, g, get_flashed_messages, make_response, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.paper.blank import Paper
from scorekeeper.paper.pdf import LONGEST_RENDER, CannotMakePdf, PdfBusy, PdfMissing, Press
from scorekeeper.web import guard
from scorekeeper.web.filenames import disposition
from scorekeeper.web.language import gettext
from scorekeeper.web.respond import go, note, screen

COOKIE: Final = "paper"
LETTER_COUNTRIES: Final = frozenset(["US", "CA", "MX", "PH", "CL", "CO", "VE", "GT", "CR", "PA", "DO", "PR"])
"""Where offices use Letter and not A4."""


def press() -> Press:
    """What makes the PDFs of this app."""
    found: Press = current_app.extensions["scorekeeper.press"]
    return found


def paper_words() -> list[tuple[str, str]]:
    """The sizes of paper, as forms send them and as people know them."""
    return [(Paper.A4, "A4"), (Paper.LETTER, gettext("Letter")), (Paper.A5, gettext("A5 across"))]


def chosen_paper() -> Paper:
    """The paper this request asks for; otherwise the one chosen last, or what the reader's country uses."""
    asked = request.args.get("paper", "")
    if asked in set(Paper):
        return Paper(asked)
    kept = request.cookies.get(COOKIE, "")
    if kept in set(Paper):
        return Paper(kept)
    country = (request.accept_languages.best or "").replace("_", "-").rpartition("-")[2].upper()
    return Paper.LETTER if country in LETTER_COUNTRIES else Paper.A4


def remember_paper() -> None:
    """Let this device keep the paper it asks for."""
    if request.args.get("paper", "") in set(Paper):
        g.paper = request.args["paper"]


def keep_paper(answer: Response) -> Response:
    """Hand out the cookie of `remember_paper`."""
    if "paper" in g:
        guard.hand_out(answer, COOKIE, g.paper)
    return answer


class Printed(NamedTuple):
    """Something for a printer.

    page: the class of its pages, such as ``a4``. name: of its file. styles: the style sheets that it needs.
    """

    sheets: tuple[Markup, ...]
    title: str
    page: str
    name: str
    styles: tuple[str, ...] = ("sheet",)


def document(printed: Printed, back: str | None = None) -> str:
    """The whole document: for a browser if it has a way *back*, else for the making of a PDF."""
    before, between, after = gettext("Page %(page)s of %(pages)s", page="\0", pages="\0").split("\0")
    return render_template(
        "sheet.html",
        printed=printed,
        page_words=(before, between, after),
        back=back,
        notes=get_flashed_messages() if back else (),
    )


def view(printed: Printed, back: str) -> Response:
    """The print view."""
    remember_paper()
    return make_response(document(printed, back))


def pdf_or_view(printed: Printed, view_address: str) -> Response:
    """The PDF of *printed*; where there can be none, the print view and why."""
    remember_paper()
    try:
        made = press().pdf(document(printed), printed.styles)
    except PdfBusy:
        return _busy()
    except CannotMakePdf as why:
        note(why_not(why))
        return go(view_address)
    answer = make_response(made)
    answer.mimetype = "application/pdf"
    answer.headers["Content-Disposition"] = disposition(printed.name, "inline")
    return answer


def why_not(why: CannotMakePdf) -> str:
    """The one sentence of *why*."""
    if isinstance(why, PdfMissing):
        return missing_words()
    return gettext(
        "This sheet cannot be made as a PDF within %(seconds)s seconds, so here it is for the browser to print.",
        seconds=int(LONGEST_RENDER),
    )


def missing_words() -> str:
    """What PDFs lack here."""
    return gettext("PDFs need Pango, which is missing on this server; the browser can print this page instead.")


def _busy() -> Response:
    answer = screen(
        "error.html",
        status=503,
        heading=gettext("Others are printing"),
        sentence=gettext("Other PDFs are being made right now. Try again in a moment."),
        again=request.full_path if request.query_string else request.path,
        home=url_for("home.home"),
        said="",
    )
    answer.headers["Retry-After"] = "5"
    return answer


def asked_again() -> dict[str, Any]:
    """What this request asks of a sheet, to ask the same of another address; nothing else of it is handed on."""
    names = ("game", "paper", "per_page", "large", "link")
    return {name: request.args[name] for name in names if name in request.args}


def paper_ways() -> dict[str, Any]:
    """What every choice of paper needs: its sizes, what was chosen, and what PDFs lack here, if they do."""
    press().warm()  # the PDF of whoever looks at this is near
    return {
        "paper": chosen_paper(),
        "paper_words": paper_words(),
        "chosen": {"per_page": "1", "large": "", "link": ""} | asked_again(),
        "missing": missing_words() if press().is_missing else "",
    }
