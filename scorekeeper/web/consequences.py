"""What a change of one deal does to the rest of the match, said before it is saved."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.match import Match
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.marks import drawn, say
from scorekeeper.web.numbers import HIGHEST_ORDINAL, capitalised, ordinal, points


class Splice(NamedTuple):
    """A change of the list of deals: *removed* deals from place *number* (from 1) give way to *put*."""

    number: int
    removed: int
    put: tuple[Deal, ...]

    def after(self, match: Match) -> Match:
        """The match with the change made."""
        before = self.number - 1
        return match.up_to(before).then((*self.put, *match.deals[before + self.removed :]))


def totals_sentence(after: Match, names: tuple[str, str]) -> Markup:
    """``Totals become Ana 100, Margaret 190.``"""
    sentence = gettext("<b>Totals become</b> %(left)s %(left_points)s, %(right)s %(right_points)s.")
    return drawn(
        sentence,
        left=names[0],
        left_points=points(after.totals[0]),
        right=names[1],
        right_points=points(after.totals[1]),
    )


def moved_end(before: Match, after: Match, names: tuple[str, str], splice: Splice | None = None) -> list[Markup]:
    """What becomes of the end of the match, a sentence each; none if nothing does."""
    return [*_end(before, after, names), *_not_counted(before, after, splice), *_tie_break(before, after)]


def _dealers(before: Match, splice: Splice, names: tuple[str, str]) -> list[Markup]:
    """The deals that move, and so were dealt by the other player."""
    moved = len(splice.put) - splice.removed
    later = len(before.lines) - (splice.number - 1 + splice.removed)
    if moved % 2 == 0 or later <= 0:
        return []
    first = splice.number + len(splice.put)
    dealer = names[before.dealer_of(first)]
    sentence = ngettext(
        "The deal after it becomes deal %(first)s: %(name)s dealt it.",
        "The %(num)s deals after it change dealer; the first of them becomes deal %(first)s: %(name)s dealt it.",
        later,
    )
    return [say(sentence, num=later, first=first, name=dealer)]


def _next_dealer(before: Match, after: Match, names: tuple[str, str]) -> list[Markup]:
    """Who deals next, if that is somebody else than before."""
    if after.next_dealer is None or after.next_dealer == before.next_dealer:
        return []
    return [say(gettext("%(name)s deals next."), name=names[after.next_dealer])]


def _to_come(before: Match, splice: Splice, after: Match) -> list[Markup]:
    """How many deals are still to come, where one would not expect that to change.

    A deal more or less on the sheet is plain to see; a passed-out deal that is none, or a seventh deal
    that is no longer needed, is not.
    """
    was, now = _left(before), _left(after)
    expected = len(splice.put) != splice.removed and not before.is_tie_break_next
    if expected or was is None or not now or was == now:
        return []
    return [say(ngettext("%(num)s deal is still to come.", "%(num)s deals are still to come.", now), num=now)]


def _left(match: Match) -> int | None:
    """Deals of the match that are not played yet, a tie-break not among them; None where a target ends it."""
    if match.regular_deals is None:
        return None
    return 0 if match.is_over else max(0, match.regular_deals - match.tally.used)


def _end(before: Match, after: Match, names: tuple[str, str]) -> list[Markup]:
    was, now = before.outcome, after.outcome
    if now is None:
        return [] if was is None else [say(gettext("The match is not over then: it goes on."))]
    if was is not None and (was.winner, was.deals) == (now.winner, now.deals):
        return []
    if now.winner is None:
        sentence = gettext("This ends the match at deal %(deal)s: it is drawn.")
    else:
        sentence = gettext("This ends the match at deal %(deal)s: %(name)s wins.")
    return [say(sentence, deal=now.deals, name="" if now.winner is None else names[now.winner])]


def _not_counted(before: Match, after: Match, splice: Splice | None) -> list[Markup]:
    gone = before.lines[splice.number - 1 : splice.number - 1 + splice.removed] if splice else ()
    was = sum(not line.counted for line in before.lines) - sum(not line.counted for line in gone)
    now = sum(not line.counted for line in after.lines)
    if now == was:
        return []
    if now == 0:
        return [say(gettext("Every deal counts again."))]
    sentence = ngettext(
        "%(num)s deal after the end is not counted.", "%(num)s deals after the end are not counted.", now
    )
    return [say(sentence, num=now)]


def _tie_break(before: Match, after: Match) -> list[Markup]:
    """A tie-break deal that appears or goes."""
    if after.is_tie_break_next and not before.is_tie_break_next:
        return [level_sentence(after)]
    if before.is_tie_break_next and after.outcome is not None and after.outcome.deals <= len(before.lines):
        return [say(gettext("No further deal is needed."))]
    return []


def level_sentence(match: Match) -> Markup:
    """``Level at 920. A seventh deal decides.``"""
    is_first = match.next_used == (match.regular_deals or 0) + 1
    number = len(match.lines) + 1
    # "A seventh deal" only where it is also deal 7 on the sheet: a replayed one before it would make two numbers of it.
    if match.next_used == number <= HIGHEST_ORDINAL:
        first = gettext("Level at %(points)s. %(ordinal)s deal decides.")
        later = gettext("Still level at %(points)s. %(ordinal)s deal decides.")
    else:
        first = gettext("Level at %(points)s. Deal %(number)s decides.")
        later = gettext("Still level at %(points)s. Deal %(number)s decides.")
    return say(
        first if is_first else later,
        points=points(match.totals[0]),
        ordinal=capitalised(ordinal(number)),
        number=number,
    )


def consequences(before: Match, splice: Splice, after: Match, names: tuple[str, str], *, ends: bool) -> list[Markup]:
    """What *splice* does, a sentence each: the totals, then every knock-on.

    ends: whether the end of the match is said too; in one that was ended early it means nothing.
    """
    said = [totals_sentence(after, names), *_dealers(before, splice, names)]
    if not ends:
        return [*said, *_not_counted(before, after, splice)]
    return [
        *said,
        *moved_end(before, after, names, splice),
        *_to_come(before, splice, after),
        *_next_dealer(before, after, names),
    ]
