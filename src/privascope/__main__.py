"""`python -m privascope`."""

from privascope.cli.main import main

main()
