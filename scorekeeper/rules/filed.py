"""A match as a file keeps it: the match itself, and all that a scorebook writes beside the score.

To the keys of a match file come ``id``, ``title``, ``played_on`` (a date), ``place``, ``note``, the moments
``created_at``, ``changed_at`` and ``ended_early_at``, and for a deal ``recorded_at`` and ``corrected``::

    {"declarer": 0, "contract": "4HX", "result": "=", "tricks": 10, "recorded_at": "2026-03-01T21:30:00+01:00",
     "corrected": {"at": "2026-03-01T22:10:00+01:00", "was": {"declarer": 0, "contract": "4HX", "result": "-1"}}}

Every one of them may be missing. Moments carry their offset from UTC.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Final

from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.matchfile import MatchFile, read_deal, read_match, write_deal, write_match

EARLIEST_YEAR: Final = 1900
LATEST_YEAR: Final = 2999
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Some moment, where only matters that there is one."""
_UID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a deal *was* while it stood, and *at* which moment it became another one."""

    was: Deal
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledMatch:
    """A match with what is written about it.

    uid: names the match wherever it goes; 1 to 64 letters, digits, - and _. ended_early: without a winner.
    recorded_at: when each deal was recorded, None where nobody knows. corrections: by the number of the deal, from 1.
    Raises InvalidFile, naming the field.
    """

    file: MatchFile
    uid: str
    title: str | None = None
    played_on: date | None = None
    place: str | None = None
    note: str | None = None
    created_at: datetime | None = None
    changed_at: datetime | None = None
    ended_early: bool = False
    ended_early_at: datetime | None = None
    recorded_at: tuple[datetime | None, ...] = ()
    corrections: Mapping[int, Correction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not _UID.fullmatch(self.uid):
            raise InvalidFile("id", "The id of a match is 1 to 64 letters, digits, - and _.")
        if not self.recorded_at:
            object.__setattr__(self, "recorded_at", (None,) * len(self.file.deals))
        for number, correction in self.corrections.items():
            try:
                self.file.game.check(correction.was)
            except ValueError as error:
                raise InvalidFile("corrected", "The game has no such deal.", deal=number) from error

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players, by seat."""
        return self.file.players


def uid_of(file: MatchFile) -> str:
    """A uid for a match whose file has none: the same for the same file, so that it comes in only once."""
    content = json.dumps(write_match(file), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def write_filed(filed: FiledMatch, zone: tzinfo = UTC) -> dict[str, Any]:
    """*filed* as JSON holds it, moments as the clocks in *zone* show them; what is not known is left out."""
    whole = write_match(filed.file)
    deals = whole.pop("deals")
    for number, (deal, recorded_at) in enumerate(zip(deals, filed.recorded_at, strict=True), start=1):
        if recorded_at is not None:
            deal["recorded_at"] = _moment(recorded_at, zone)
        if (correction := filed.corrections.get(number)) is not None:
            deal["corrected"] = {"at": _moment(correction.at, zone), "was": write_deal(correction.was)}
    beside = {
        "title": filed.title,
        "played_on": None if filed.played_on is None else filed.played_on.isoformat(),
        "place": filed.place,
        "note": filed.note,
        "created_at": _moment(filed.created_at, zone),
        "changed_at": _moment(filed.changed_at, zone),
        "ended_early": True if filed.ended_early else None,
        "ended_early_at": _moment(filed.ended_early_at, zone),
    }
    known = {key: value for key, value in beside.items() if value is not None}
    return {"format": whole.pop("format"), "version": whole.pop("version"), "id": filed.uid, **whole, **known} | {
        "deals": deals
    }


def read_filed(data: object) -> FiledMatch:
    """The match in *data*, as a JSON parser gives it; raises InvalidFile, and nothing else, whatever *data* is."""
    file = read_match(data)
    assert isinstance(data, dict)  # noqa: S101 - read_match refuses anything else
    uid = data.get("id")
    if uid is not None and not isinstance(uid, str):
        raise InvalidFile("id", "The id of a match is 1 to 64 letters, digits, - and _.")
    ended_early = data.get("ended_early", False)
    if type(ended_early) is not bool:
        raise InvalidFile("ended_early", "Whether a match was ended early is true or false.")
    ended_early_at = read_moment("ended_early_at", data.get("ended_early_at"))
    return FiledMatch(
        file=file,
        uid=uid_of(file) if uid is None else uid,
        title=_text(data, "title"),
        played_on=_day(data.get("played_on")),
        place=_text(data, "place"),
        note=_text(data, "note"),
        created_at=read_moment("created_at", data.get("created_at")),
        changed_at=read_moment("changed_at", data.get("changed_at")),
        ended_early=ended_early or ended_early_at is not None,
        ended_early_at=ended_early_at,
        recorded_at=tuple(
            read_moment("recorded_at", deal.get("recorded_at"), number)
            for number, deal in enumerate(data["deals"], start=1)
        ),
        corrections={
            number: _read_correction(number, deal["corrected"])
            for number, deal in enumerate(data["deals"], start=1)
            if deal.get("corrected") is not None
        },
    )


def turn_seats(filed: FiledMatch) -> FiledMatch:
    """The same match with the two players in each other's seats."""
    left, right = filed.file.players
    file = MatchFile(
        game=filed.file.game,
        rules=filed.file.rules,
        players=(right, left),
        first_dealer=1 - filed.file.first_dealer,
        deals=tuple(_turned(deal) for deal in filed.file.deals),
    )
    corrections = {number: Correction(_turned(was.was), was.at) for number, was in filed.corrections.items()}
    return replace(filed, file=file, corrections=corrections)


def read_moment(key: str, value: object, deal: int | None = None) -> datetime | None:
    """The moment written as ``2026-03-01T21:30:00+01:00``, in UTC; None for None. Raises InvalidFile at *key*."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise InvalidFile(key, "A moment looks like 2026-03-01T21:30:00+01:00.", deal=deal)
    return moment.astimezone(UTC)


def _turned(deal: Deal) -> Deal:
    declarer: Player | None = deal.declarer
    return deal if declarer is None else Deal(1 - declarer, deal.contract, deal.tricks)


def _moment(moment: datetime | None, zone: tzinfo) -> str | None:
    return None if moment is None else moment.astimezone(zone).isoformat()


def _read_correction(number: int, data: object) -> Correction:
    if not isinstance(data, dict):
        raise InvalidFile("corrected", "What a deal was before it was corrected is a JSON object.", deal=number)
    at = read_moment("corrected", data.get("at"), number)
    if at is None:
        raise InvalidFile("corrected", "A moment looks like 2026-03-01T21:30:00+01:00.", deal=number)
    return Correction(read_deal(number, data.get("was")), at)


def _text(data: dict[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise InvalidFile(key, "What is written about a match is text.")
    return value


def _day(value: object) -> date | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise InvalidFile("played_on", "A date looks like 2026-11-29.") from None
