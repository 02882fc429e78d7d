"""``muniment models calibrate``: what hangs on a model is fitted to the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.cli.session import Session, table
from warehouse.errors import BadInput, Cancelled, MunimentError

if TYPE_CHECKING:
    from warehouse.engine.calibration import Threshold
    from warehouse.engine.protocol import Engine
    from warehouse.evaluate.records import Job


def calibrate(session: Session) -> int:
    """Status 1 where something that ships could not be made."""
    from warehouse.evaluate import own_fits
    from warehouse.evaluate.records import Job

    given = session.arguments
    known = (*own_fits.PURPOSES, *own_fits.THRESHOLDS)
    if given.purpose is None and given.data is not None:
        raise BadInput("Say what the data is for.", f"One of {', '.join(known)}.")
    if given.purpose is not None and given.purpose not in known:
        raise BadInput(f"There is no purpose “{given.purpose}”.", f"One of {', '.join(known)}.")
    data = Path(given.data) if given.data else None
    with closing(session.engines) as engines:
        engine = engines.both()
        job = Job(session.settings, session.run, data, given.limit, engine=engine)
        print(f"{engine.info().model} ({engine.info().sha256[:12]}…)", flush=True)
        if given.purpose in own_fits.THRESHOLDS:
            return _threshold(session, engine)
        if given.purpose is not None:
            if own_fits.PURPOSES[given.purpose].needs and data is None:
                raise BadInput(f"{given.purpose} needs data.", _how(given.purpose))
            _make(given.purpose, job, session)
            return 0
        return _all(job, session)


def _all(job: Job, session: Session) -> int:
    """What is there is not made again, so that what was stopped goes on."""
    from warehouse.evaluate import own_fits

    failed = 0
    without = []
    for name, purpose in own_fits.PURPOSES.items():
        if own_fits.is_there(name, job):
            print(f"{name}: fitted to this model. Anew: muniment models calibrate {name}")
        elif purpose.needs:
            without.append(name)
        else:
            try:
                _make(name, job, session)
            except Cancelled:
                raise
            except MunimentError as error:
                session.progress.clear()
                failed = 1
                print(f"{name}: not made. {error}", flush=True)
    assert job.engine is not None
    for name in [*without, *own_fits.THRESHOLDS]:
        if own_fits.has_threshold(name, job.engine.info()):
            print(f"{name}: fitted to this model. Anew: {_how(name)}")
        else:
            print(f"{name}: not made; its data does not ship. {_how(name)}")
    return failed


def _how(name: str) -> str:
    from warehouse.evaluate import own_fits

    purpose = own_fits.PURPOSES.get(name)
    needs = purpose.needs if purpose else own_fits.THRESHOLDS[name]
    return f"muniment models calibrate {name} --data DIR, a folder with {needs}"


def _make(name: str, job: Job, session: Session) -> None:
    from warehouse.evaluate import own_fits

    try:
        made = own_fits.make(name, job)
    except Cancelled as stop:
        stop.next_step = "The same command goes on where it was."
        raise
    session.progress.clear()
    print(f"{name} ({own_fits.PURPOSES[name].about}): made.")
    for fit in made.fits:
        print(f"  {fit.name}: {fit.data}; {fit.split}")
    if made.forgotten:
        print(f"  {made.forgotten}: was fitted to the weights before, and is gone. Anew: ", end="")
        print(_how(made.forgotten))
    rows = [("measured", "before", "after")]
    for one in made.figures:
        before = "" if one.before is None else f"{one.before:.2f}"
        rows.append((one.name, before, f"{one.after:.2f}"))
    print(table(rows, right=frozenset({1, 2})), flush=True)


def _threshold(session: Session, engine: Engine) -> int:
    from warehouse.engine import calibration
    from warehouse.evaluate import calibrate
    from warehouse.evaluate.research import screening

    arguments = session.arguments
    if arguments.data is None:
        raise BadInput(f"{arguments.purpose} needs data.", _how(arguments.purpose))
    fits: dict[str, Callable[..., Threshold]] = {
        "enough": calibrate.enough,
        "absence": calibrate.absence,
        "screening": partial(screening.calibrated, session.settings),
    }
    fit = fits[arguments.purpose]
    fitted = fit(Path(arguments.data), arguments.limit, arguments.recall, engine, session.run)
    session.progress.clear()
    calibration.keep(fitted)
    recall, precision = fitted.recall_interval, fitted.precision_interval
    print(
        f"{fitted.purpose}: threshold {fitted.value:.3f}, "
        f"fitted on {fitted.pairs} pairs, {fitted.true_pairs} of them true.\n"
        f"recall    {fitted.recall:.2f}  (95 % on pairs left out: {recall.low:.2f} to "
        f"{recall.high:.2f}; wanted {fitted.wanted_recall:.2f})\n"
        f"precision {fitted.precision:.2f}  ({precision.low:.2f} to {precision.high:.2f})"
    )
    return 0
