"""The figures as tables in Markdown, ready for the README, and whether every target was reached."""

from dataclasses import dataclass, field

from tests.bench.bursts import Comparison


@dataclass
class Report:
    """What was measured so far. missed: the targets that were not reached, a line each."""

    acts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def act(self, name: str, measured: Comparison, *, ratio: float | None = None, rate: float | None = None) -> None:
        """An act beside the floor; *ratio* is the most that its median may take of that, *rate* the least a second."""
        ours, floor = measured.ours, measured.floor
        targets = []
        if ratio is not None:
            targets.append(f"≤ {ratio:g} ×")
            self._hold(measured.ratio <= ratio, f"{name}: {measured.ratio:.1f} × instead of {targets[-1]}")
        if rate is not None:
            targets.append(f"≥ {rate:g}/s")
            self._hold(ours.rate >= rate, f"{name}: {ours.rate:.0f}/s instead of {targets[-1]}")
        times = " | ".join(f"{burst.centile(which):.1f}" for burst in (floor, ours) for which in (50, 95, 99))
        rates = f"{floor.rate:.0f} | {ours.rate:.0f}"
        self.acts.append(f"| {name} | {times} | {rates} | {measured.ratio:.1f} × | {', '.join(targets)} |")

    def figure(
        self, name: str, value: float | None, unit: str, most: float | None = None, *, hold: bool = True
    ) -> None:
        """One figure; *most* is how high it may be."""
        if value is None:
            self.figures.append(f"| {name} | not measured here | |")
            return
        digits = 2 if value < 10 else 0
        target = "" if most is None else f"≤ {most:g} {unit}".rstrip()
        self.figures.append(f"| {name} | {value:.{digits}f} {unit}".rstrip() + f" | {target} |")
        if most is not None:
            self._hold(value <= most, f"{name}: {value:.{digits}f} {unit} instead of {target}")

    def _hold(self, reached: bool, sentence: str) -> None:
        if not reached:
            self.missed.append(sentence)

    def __str__(self) -> str:
        heads = "floor p50", "p95", "p99", "ours p50", "p95", "p99", "floor /s", "ours /s", "ratio", "target"
        return "\n".join(
            [
                f"| milliseconds | {' | '.join(heads)} |",
                f"| --- | {' | '.join(['---'] * len(heads))} |",
                *self.acts,
                "",
                "| | figure | target |",
                "| --- | --- | --- |",
                *self.figures,
            ]
        )
