"""All verbs of the command line, in the order in which `--help` lists them."""

import typer

from harness.cli import catalogue, certifying, doctor, grading, hosting, numbers, running, sweeping


def add(app: typer.Typer) -> None:
    """Add every verb to the application."""
    app.command()(sweeping.demo)
    app.command()(catalogue.check)
    app.command()(catalogue.tasks)
    app.command()(catalogue.families)
    app.command()(catalogue.agents)
    app.command(name="show")(catalogue.show_task)
    app.command()(hosting.serve)
    app.command()(hosting.finish)
    app.command()(running.run)
    app.command()(running.episode)
    app.add_typer(sweeping.app, name="sweep")
    app.command()(certifying.certify)
    app.command()(grading.grade)
    app.command()(grading.classify)
    app.command()(numbers.stats)
    app.command()(numbers.export)
    app.command()(numbers.report)
    app.command()(doctor.doctor)
