"""What the rules refuse, and how they say so.

Every refusal names the *field* at fault and says in one sentence what is possible.
The sentence is kept as a template beside its values, so that the floors above can
translate it whole; `str(error)` is the English sentence.
"""


class RulesError(ValueError):
    """A value, a call or a file that the rules of the games do not allow.

    field: the name of what is wrong, for example ``"level"`` or ``"tricks"``.
    template: one sentence with places like ``%(low)s``.
    values: what goes into the places.
    """

    def __init__(self, field: str, template: str, **values: object) -> None:
        super().__init__(field, template)
        self.field = field
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template % self.values


class InvalidContract(RulesError):
    """No game knows such a contract."""


class InvalidResult(RulesError):
    """The contract cannot end with such a result."""


class InvalidDeal(RulesError):
    """The parts of a deal do not fit together."""


class InvalidRules(RulesError):
    """No house rule knows such a value."""


class IllegalCall(RulesError):
    """The auction does not allow this call now."""


class MatchOver(RulesError):
    """A deal was to be recorded in a match that has ended."""


class InvalidFile(RulesError):
    """A match file that cannot be read; *deal* is the number of the deal at fault, from 1."""

    def __init__(self, field: str, template: str, *, deal: int | None = None, **values: object) -> None:
        super().__init__(field, template, **values)
        self.deal = deal

    def __str__(self) -> str:
        where = f"Deal {self.deal}, {self.field}: " if self.deal else f"{self.field}: "
        return where + super().__str__()
