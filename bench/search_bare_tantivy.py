"""The second rival of bench/search.py: tantivy as its own guide uses it, without our layers."""

from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

import tantivy

from privascope.library.engines.engine import IndexedVersion
from privascope.library.engines.tantivy_schema import weight
from privascope.library.facets import FACETS, RANGES


class BareTantivy:
    """An index in a folder: stemmed title and text, facets and numbers, the text kept."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field("title", stored=True, tokenizer_name="en_stem")
        builder.add_text_field("text", stored=True, tokenizer_name="en_stem")
        builder.add_boolean_field("shown", indexed=True)
        for name in FACETS:
            builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
        for name in (*RANGES, "weight"):
            builder.add_float_field(name, fast=True)
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=str(folder))

    def index(self, versions: Iterable[IndexedVersion]) -> None:
        """Indexes all versions at once, which leaves few segments."""
        writer = self._index.writer(256 * 2**20, 2)
        for version in versions:
            writer.add_document(
                tantivy.Document(
                    id=version.id,
                    title=version.title,
                    text=version.text,
                    shown=version.shown,
                    weight=weight(prod(version.factors.values())),
                    **{name: list(found) for name, found in version.facets.items() if found},
                    **version.values,
                )
            )
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def page(
        self, text: str, histograms: dict[str, float], *, snippets: bool
    ) -> tuple[int, dict[str, Any], list[str]]:
        """How many match, the counts of facets and ranges, and snippets where asked for."""
        searcher = self._index.searcher()
        words = self._index.parse_query(text, ["title", "text"], conjunction_by_default=True)
        shown = tantivy.Query.term_query(self._schema, "shown", True)
        must = tantivy.Occur.Must
        query = tantivy.Query.boolean_query(
            [(must, words), (must, tantivy.Query.const_score_query(shown, 0.0))]
        )
        found: Any = searcher.search(query, 10, weight_by_field="weight")
        asked: dict[str, Any] = {n: {"terms": {"field": n, "size": 100}} for n in FACETS}
        asked |= {
            n: {"histogram": {"field": n, "interval": width, "min_doc_count": 1}}
            for n, width in histograms.items()
        }
        counts = searcher.aggregate(query, asked)
        pieces = []
        if snippets:
            cutter = tantivy.SnippetGenerator.create(searcher, words, self._schema, "text")
            for _, address in found.hits:
                pieces.append(cutter.snippet_from_doc(searcher.doc(address)).to_html())
        return int(found.count or 0), counts, pieces
