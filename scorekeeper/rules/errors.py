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
    """A file that cannot be read; *match* and *deal* are the numbers of those at fault, from 1, if it is about one."""

    def __init__(
        self, field: str, template: str, *, deal: int | None = None, match: int | None = None, **values: object
    ) -> None:
        super().__init__(field, template, **values)
        self.deal = deal
        self.match = match

    @classmethod
    def of(cls, error: "RulesError", field: str | None = None, *, deal: int | None = None) -> "InvalidFile":
        """What *error* says, of a file: at *field*, or at the one that it names."""
        refusal = cls(field or error.field, error.template, deal=deal)
        refusal.values = error.values
        return refusal

    def __str__(self) -> str:
        return f"{self.place}: {super().__str__()}"

    @property
    def place(self) -> str:
        """``match 3, deal 2, tricks``; in English, for a command line."""
        parts = [f"match {self.match}"] if self.match else []
        parts += [f"deal {self.deal}"] if self.deal else []
        place = ", ".join([*parts, self.field])
        return place[0].upper() + place[1:] if parts else place
