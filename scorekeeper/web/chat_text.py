"""A match as plain text, to be pasted into a chat: who won, the totals, the deals in notation."""

from collections.abc import Iterator

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.match import Line
from scorekeeper.web.language import gettext
from scorekeeper.web.numbers import points
from scorekeeper.web.summaries import day_in_words, game_and_day


def chat_text(kept: KeptMatch) -> str:
    """The whole text, lines ended by a newline each."""
    match, details = kept.match, kept.details
    target = match.rules.target if match.regular_deals is None else None
    about = game_and_day(kept.game, target, day_in_words(details.played_on))
    lines = [
        *([details.title] if details.title else []),
        _headline(kept),
        " · ".join([about, *([details.place] if details.place else [])]).replace("\u00a0", " "),
        "",
        *_deals(kept),
    ]
    return "\n".join(lines).strip() + "\n"


def _headline(kept: KeptMatch) -> str:
    (left, right), (first, second) = kept.names, map(points, kept.match.totals)
    if kept.winner == 1:
        left, right, first, second = right, left, second, first
    sentence = {
        "finished": gettext("%(left)s beat %(right)s %(first)s to %(second)s"),
        "drawn": gettext("%(left)s and %(right)s drew, %(first)s each"),
        "abandoned": gettext("%(left)s %(first)s, %(right)s %(second)s, ended early"),
        "in play": gettext("%(left)s %(first)s, %(right)s %(second)s, still in play"),
    }[kept.status]
    return sentence % {"left": left, "right": right, "first": first, "second": second}


def _deals(kept: KeptMatch) -> Iterator[str]:
    for line in kept.match.lines:
        text = _deal(line, kept.names)
        yield text if line.counted else gettext("%(deal)s (not counted)", deal=text)


def _deal(line: Line, names: tuple[str, str]) -> str:
    declarer = line.deal.declarer
    if declarer is None:
        return gettext("%(number)s. passed out", number=line.number)
    said = {"number": line.number, "name": names[declarer], "deal": str(line.deal).replace("-", "−")}
    scorer = next((player for player in (0, 1) if line.points[player]), None)
    if scorer is None:
        return gettext("%(number)s. %(name)s %(deal)s: 0", **said)
    if scorer == declarer:
        return gettext("%(number)s. %(name)s %(deal)s: %(points)s", points=points(line.points[scorer]), **said)
    return gettext(
        "%(number)s. %(name)s %(deal)s: %(points)s to %(scorer)s",
        points=points(line.points[scorer]),
        scorer=names[scorer],
        **said,
    )
