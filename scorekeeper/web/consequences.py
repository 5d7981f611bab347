"""What a change of one deal does to the rest of the match, said before it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.match import Match, replay
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.marks import say
from scorekeeper.web.numbers import HIGHEST_ORDINAL, capitalised, ordinal, points


@dataclass(frozen=True, slots=True)
class Splice:
    """A change of the list of deals: *removed* deals from place *number* (from 1) give way to *put*."""

    number: int
    removed: int
    put: tuple[Deal, ...]

    def after(self, match: Match) -> Match:
        """The match with the change made."""
        deals = list(match.deals)
        deals[self.number - 1 : self.number - 1 + self.removed] = self.put
        return replay(match.game, match.rules, deals, first_dealer=match.first_dealer)


def totals_sentence(after: Match, names: tuple[str, str]) -> Markup:
    """``Totals become Ana 100, Margaret 190.``"""
    return say(
        gettext("%(heading)s %(left)s %(left_points)s, %(right)s %(right_points)s."),
        heading=Markup("<b>{}</b>").format(gettext("Totals become")),
        left=names[0],
        left_points=points(after.totals[0]),
        right=names[1],
        right_points=points(after.totals[1]),
    )


def knock_ons(before: Match, splice: Splice, after: Match, names: tuple[str, str]) -> list[Markup]:
    """Every knock-on of *splice* beyond the totals, a sentence each; none if there are none."""
    return [*_dealers(before, splice, names), *moved_end(before, after, names)]


def moved_end(before: Match, after: Match, names: tuple[str, str]) -> list[Markup]:
    """What becomes of the end of the match, a sentence each; none if nothing does."""
    return [*_end(before, after, names), *_not_counted(before, after), *_tie_break(before, after)]


def _dealers(before: Match, splice: Splice, names: tuple[str, str]) -> list[Markup]:
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


def _not_counted(before: Match, after: Match) -> list[Markup]:
    was = sum(not line.counted for line in before.lines)
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
    is_first, number = match.next_used == (match.regular_deals or 0) + 1, match.next_used
    if number <= HIGHEST_ORDINAL:
        first = gettext("Level at %(points)s. %(ordinal)s deal decides.")
        later = gettext("Still level at %(points)s. %(ordinal)s deal decides.")
    else:
        first = gettext("Level at %(points)s. Deal %(number)s decides.")
        later = gettext("Still level at %(points)s. Deal %(number)s decides.")
    sentence = first if is_first else later
    return say(sentence, points=points(match.totals[0]), ordinal=capitalised(ordinal(number)), number=number)


def consequences(before: Match, splice: Splice, names: tuple[str, str], *, totals: bool) -> Sequence[Markup]:
    """The totals if *totals*, then every knock-on, as sentences."""
    after = splice.after(before)
    return [*([totals_sentence(after, names)] if totals else []), *knock_ons(before, splice, after, names)]
