"""How large a document may be, by the way on which it comes in."""

# Of a file, a page or an archive's record, unpacked.
LARGEST_DOCUMENT = 20 * 2**20
# The longest policies have some thousands of lines; each may become a block of its own.
MOST_LINES = 50_000
# Of a page that is fetched, or a file that is uploaded, while somebody waits for the answer.
LARGEST_WHILE_WAITING = 5 * 2**20
