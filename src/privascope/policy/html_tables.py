"""Tables that hold data told from tables that only lay out a page."""

from selectolax.lexbor import LexborNode

_LARGEST_CELL = 3_000


def is_data_table(table: LexborNode) -> bool:
    """Whether the rows of a table are records: two columns or more, no page parts in cells."""
    if (table.attributes.get("role") or "").lower() in ("presentation", "none"):
        return False
    rows_of_many = headed = rows = cells_here = 0
    cell_length = 0
    node: LexborNode | None = table.first_child
    while node is not None:
        tag = node.tag
        if tag == "-text":
            cell_length += len(node.text_content or "")
            if cell_length > _LARGEST_CELL:
                return False
        elif tag in ("table", "form", "nav", "h1", "h2", "h3", "iframe"):
            # Old sites lay pages out in nested tables; the walk stops at the first, so that
            # each node is looked at once however deep tables nest.
            return False
        elif tag == "tr":
            rows_of_many += cells_here >= 2
            rows += 1
            cells_here = 0
        elif tag in ("td", "th"):
            cells_here += 1
            cell_length = 0
            headed += tag == "th"
        child = node.first_child
        if child is not None and tag not in ("script", "style", "svg", "select"):
            node = child
            continue
        while node is not None and node.next is None:
            node = node.parent
            if node is not None and node.mem_id == table.mem_id:
                node = None
        if node is not None:
            node = node.next
    rows_of_many += cells_here >= 2
    return rows_of_many >= 2 or (rows_of_many == 1 and headed >= 2)
