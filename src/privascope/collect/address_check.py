"""Verifies the addresses in a library again: do they respond, and does their site link to them?"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed

from privascope.collect.fetch import Fetcher
from privascope.collect.verification import Verification, verify_address
from privascope.library.addresses import unchecked_addresses
from privascope.library.writer import LibraryWriter

_AT_ONCE = 8
_BATCH = 200


def check_addresses(library: LibraryWriter, fetcher: Fetcher) -> Iterator[Verification]:
    """Checks every address that was not checked yet; each result is kept as it comes."""
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        while True:
            urls = unchecked_addresses(library, _BATCH)
            if not urls:
                return
            tasks = {threads.submit(verify_address, url, fetcher): url for url in urls}
            for task in as_completed(tasks):
                result = task.result()
                with library.transaction():
                    library.set_verification(tasks[task], result.state, result.reason)
                yield result
