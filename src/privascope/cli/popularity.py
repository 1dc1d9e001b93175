"""privascope popularity: how popular the sites are."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A Common Crawl domain-rank file, a top list (Tranco, CrUX), or JSON Lines; "
            "without one, PageRank is computed from the links of the pages in the library."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read or compute the popularity of the library's sites, which ranks search results."""
    from privascope.cli.printing import err, print_json
    from privascope.collect.duplicates import lead_by_precedence
    from privascope.collect.site_links import site_links
    from privascope.library.connection import open_reader
    from privascope.library.index import catch_up
    from privascope.library.sites import site_domains
    from privascope.library.writer import LibraryWriter
    from privascope.policy.canonical import registered_domain
    from privascope.traits.popularity import gather_ranks, link_pagerank, read_scores

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        wanted = site_domains(writer)
        scores = read_scores(file) if file else link_pagerank(site_links(writer)).items()
        ranks = gather_ranks(((registered_domain(site), score) for site, score in scores), wanted)
        with writer.transaction():
            writer.set_popularity(ranks, file.name if file else "links of the collected pages")
            lead_by_precedence(writer)
        catch_up(writer)
    if as_json:
        print_json({"sites": len(wanted), "ranked": len(ranks.pagerank)})
    else:
        err().print(f"{len(ranks.pagerank)} of {len(wanted)} sites have a rank now.")
