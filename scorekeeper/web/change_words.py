"""Changes in words: what Undo would take back, and what just happened."""

from markupsafe import Markup

from scorekeeper.book.history import ChangeLine, Verb
from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import Deal
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_words, say
from scorekeeper.web.numbers import capitalised, points
from scorekeeper.web.pad import points_to


def change_words(kept: KeptMatch, change: ChangeLine) -> str:
    """*change* as a noun, for Undo and Redo: ``deal 4, 4 spades by Ana, made exactly``."""
    if change.number is not None and change.verb is not Verb.SWAP_SEATS:
        return _deal_change_words(kept, change)
    return {
        Verb.RULES: gettext("the change of house rules"),
        Verb.FIRST_DEALER: gettext("the change of the first dealer"),
        Verb.SWAP_SEATS: gettext("the swap of seats"),
        Verb.GAME: gettext("the change of game"),
        Verb.DETAILS: gettext("the change of details"),
        Verb.END_EARLY: gettext("the early end"),
        Verb.PLAY_ON: gettext("playing on"),
        Verb.DELETE: gettext("the deletion of the match"),
        Verb.IMPORT: gettext("the update from a file"),
    }.get(change.verb, gettext("the last change"))


def _deal_change_words(kept: KeptMatch, change: ChangeLine) -> str:
    sentence = {
        Verb.RECORD: gettext("deal %(number)s, %(deal)s"),
        Verb.INSERT: gettext("the inserted deal %(number)s, %(deal)s"),
        Verb.CORRECT: gettext("the correction of deal %(number)s, which was %(before)s"),
        Verb.REMOVE: gettext("the removal of deal %(number)s, %(before)s"),
    }[change.verb]
    return sentence % {
        "number": change.number,
        "deal": _deal(kept, change.after),
        "before": _deal(kept, change.before),
    }


def _deal(kept: KeptMatch, deal: Deal | None) -> str:
    return "" if deal is None else deal_words(deal, kept.names)


def undone_words(kept: KeptMatch, change: ChangeLine) -> Markup:
    """What undoing *change* did, said of *kept* as it is now: ``Deal 4 removed. Ana 500, Margaret 140.``"""
    if change.number is None or change.verb is Verb.SWAP_SEATS:
        return say(gettext("Undone: %(change)s."), change=change_words(kept, change))
    sentence = {
        Verb.RECORD: gettext("Deal %(number)s removed. %(totals)s"),
        Verb.INSERT: gettext("Deal %(number)s removed. %(totals)s"),
        Verb.CORRECT: gettext("Deal %(number)s is %(before)s again. %(totals)s"),
        Verb.REMOVE: gettext("Deal %(number)s is back: %(before)s. %(totals)s"),
    }[change.verb]
    return say(sentence, number=change.number, before=_deal(kept, change.before), totals=totals_words(kept))


def redone_words(kept: KeptMatch, change: ChangeLine) -> Markup:
    """What making *change* again did, said of *kept* as it is now."""
    return say(
        gettext("Done again: %(change)s. %(totals)s"), change=change_words(kept, change), totals=totals_words(kept)
    )


def saved_words(kept: KeptMatch, number: int) -> Markup:
    """``Deal 4 saved. 420 to Ana. Ana 920, Margaret 140. Deal 5: Ana deals.``"""
    match, names = kept.match, kept.names
    said = say(
        gettext("Deal %(number)s saved. %(points)s. %(totals)s"),
        number=number,
        points=capitalised(points_to(match.lines[number - 1], names)),
        totals=totals_words(kept),
    )
    return Markup(" ").join([said, what_next(kept)])


def stored_words(kept: KeptMatch, *, again: bool) -> Markup:
    """``That is saved already. Ana 920, Margaret 140.`` of a save that came *again*, or that it was overtaken."""
    if again:
        return say(gettext("That is saved already. %(totals)s"), totals=totals_words(kept))
    return say(
        gettext("That was saved, and another phone has changed the match since. %(totals)s"), totals=totals_words(kept)
    )


def what_next(kept: KeptMatch) -> Markup:
    """``Deal 5: Ana deals.``, or how the match ended."""
    match, names = kept.match, kept.names
    if kept.status == "abandoned":
        return say(gettext("The match was ended early."))
    if match.outcome is not None:
        winner = match.outcome.winner
        if winner is None:
            return say(gettext("The match is drawn."))
        return say(gettext("%(name)s wins."), name=names[winner])
    number = len(match.lines) + 1
    return say(gettext("Deal %(number)s: %(name)s deals."), number=number, name=names[match.dealer_of(number)])


def removed_words(before: KeptMatch, number: int) -> Markup:
    """``Deal 3 is deleted: 3 no-trump by Ana, made exactly, 100 to Ana. Undo brings it back.``"""
    line, names = before.match.lines[number - 1], before.names
    return say(
        gettext("Deal %(number)s is deleted: %(deal)s, %(points)s. Undo brings it back."),
        number=number,
        deal=deal_words(line.deal, names),
        points=points_to(line, names),
    )


def totals_words(kept: KeptMatch) -> Markup:
    """``Ana 920, Margaret 140.``"""
    (left, right), totals = kept.names, kept.match.totals
    return say(
        gettext("%(left)s %(left_points)s, %(right)s %(right_points)s."),
        left=left,
        left_points=points(totals[0]),
        right=right,
        right_points=points(totals[1]),
    )
