"""privascope forget: removes what you said you expect of policies."""


def command() -> None:
    """Remove the file with your expectations, the only thing that conversations leave behind."""
    from privascope.cli.printing import err
    from privascope.conversation import Expectations

    kept = Expectations()
    if kept.forget():
        err().print(f"{kept.path} is removed.")
    else:
        err().print("There is nothing to forget.")
