"""Matches as files keep them, for tests: a builder takes only what matters to the test."""

from datetime import UTC, date, datetime

from hypothesis import strategies as st

from scorekeeper.rules.filed import Correction, FiledMatch, uid_of
from scorekeeper.rules.match import Match
from scorekeeper.rules.matchfile import MatchFile
from scorekeeper.rules.names import name_key
from tests.rules.builders import deals_for, matches

ODD_NAMES = (
    "Ana",
    "👩‍❤️‍💋‍👨",
    "🃏 Ana",
    "Été (тест)",
    "=1+1",
    "+49 Ana",
    "@SUM(A1)",
    "-Bo",
    "007",
    "May 5",
    "TRUE",
    "'=1",
    "'n Boer",
    "1e5",
    'Bo "the" Great',
    "a;b,c",
    "../../x",
    "عمر",
    "1/2",
)
moments = st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
lines = st.none() | st.sampled_from(["Final", "=A1", "12", "Rain; cake", 'a "quote"', "日本"])
texts = lines | st.just("Rain.\nTea; cake")


def filed_of(match: Match, players: tuple[str, str] = ("Ana", "Bo"), **beside: object) -> FiledMatch:
    """*match* as a file keeps it."""
    file = MatchFile(
        game=match.game, rules=match.rules, players=players, first_dealer=match.first_dealer, deals=match.deals
    )
    return FiledMatch(file=file, **({"uid": uid_of(file)} | beside))


@st.composite
def fileds(draw: st.DrawFn) -> FiledMatch:
    """Any match of either game, with whatever may be written about it."""
    match = draw(matches())
    names = draw(st.lists(st.sampled_from(ODD_NAMES), min_size=2, max_size=2, unique_by=name_key).map(tuple))
    deals = len(match.lines)
    corrected = draw(st.dictionaries(st.integers(1, deals), moments, max_size=3)) if deals else {}
    return filed_of(
        match,
        names,
        uid=draw(st.from_regex(r"\A[A-Za-z0-9_-]{1,64}\Z")),
        title=draw(lines),
        played_on=draw(st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1))),
        place=draw(lines),
        note=draw(texts),
        created_at=draw(st.none() | moments),
        changed_at=draw(st.none() | moments),
        ended_early=draw(st.booleans()),
        recorded_at=tuple(draw(st.lists(st.none() | moments, min_size=deals, max_size=deals))),
        corrections={number: Correction(draw(deals_for(match.game)), at) for number, at in corrected.items()},
    )
