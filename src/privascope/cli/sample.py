"""privascope sample: a library for trying things out."""

from privascope.cli.options import JsonOption, LibraryOption


def command(library: LibraryOption, as_json: JsonOption = False) -> None:
    """Fill a library with the sample policies of fictional organisations."""
    from privascope.cli.printing import err, print_json
    from privascope.collect.examine import Criteria
    from privascope.collect.intake import Intake
    from privascope.collect.sample_source import SampleSource, sample_companies
    from privascope.library.index import catch_up
    from privascope.library.writer import LibraryWriter

    with LibraryWriter(library) as writer:
        # They are policies, whatever the detector says.
        Intake(writer, Criteria(anyway=True), 1, lambda _: None).take(SampleSource())
        with writer.transaction():
            writer.set_companies(sample_companies())
        catch_up(writer)
        count = writer.count()
    if as_json:
        print_json({"policies": count})
    else:
        err().print(f"{library} now holds {count} policies, including the samples.")
