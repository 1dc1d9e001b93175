"""The API's query parameters, and the search that they describe."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

from privascope.library.facets import FACETS, RANGES
from privascope.search.page import PAGE_SIZE, SearchRequest
from privascope.search.parameters import read_filters
from privascope.search.ranking import Ranking
from privascope.search.which import Standing
from privascope.traits.practices.statements import statements

LARGEST_PAGE = 100
LARGEST_EXPORT = 1000
_FACET = "; repeat it for any of several values, and put - before a value that must not be there."
_RANGE = "; LOW..HIGH, where either may be left out"

Values = Annotated[list[str], Field(max_length=50)]
# Only described so, not checked: the reader of ranges takes more, and refuses in better words.
_NUMBER = "[0-9]{1,9}([.][0-9]{1,6})?"
_BOUNDS = f"^({_NUMBER})?([.][.]({_NUMBER})?)?$"
Bounds = Annotated[str, Field(max_length=60, json_schema_extra={"pattern": _BOUNDS})]


Model = TypeVar("Model", bound=BaseModel)


def with_filters(model: type[Model]) -> type[Model]:
    """The model with a parameter for each facet and each range."""
    fields: dict[str, Any] = {}
    for name, facet in FACETS.items():
        more = " Without a value only analysed policies are found." if facet.may_be_missing else ""
        examples = [[facet.example]] if facet.example else None
        fields[name] = Values, Field([], description=facet.about + _FACET + more, examples=examples)
    for name, found in RANGES.items():
        description = f"{found.about}{_RANGE}."
        fields[name] = Bounds, Field("", description=description, examples=[found.example])
    made: type[Model] = create_model(
        model.__name__, __base__=model, __module__=__name__, __doc__=model.__doc__, **fields
    )
    return made


@with_filters
class Narrowing(BaseModel):
    """Which policies: words and filters."""

    model_config = ConfigDict(extra="forbid")

    q: str = Field(
        "", description='Words, "phrases", +required, -excluded, OR, title:word, prefix*.'
    )
    mode: Literal["text", "url"] = Field("text", description="Search texts or addresses.")
    whole_page: bool = Field(False, description="Search menus and footers too.")

    def request(
        self, ranking: Ranking = Ranking.CUSTOM, page: int = 1, size: int = PAGE_SIZE
    ) -> SearchRequest:
        """The search that these parameters describe."""
        return SearchRequest(
            text=self.q,
            in_urls=self.mode == "url",
            whole_page=self.whole_page,
            filters=read_filters(
                {name: getattr(self, name) for name in FACETS},
                {name: getattr(self, name) for name in RANGES},
            ),
            ranking=ranking,
            page=page,
            size=size,
        )


class SearchParameters(Narrowing):
    """A page of ranked results."""

    rank: Ranking = Field(Ranking.CUSTOM, description="How results are ordered.")
    page: int = Field(1, ge=1, description="Which page, from 1.")
    size: int = Field(PAGE_SIZE, ge=1, le=LARGEST_PAGE, description="Results on a page.")


class WhichParameters(SearchParameters):
    """A page of each list of policies, or of one."""

    which: str = Field(
        max_length=100,
        description="The statement, by a slug of /api/statements.",
        examples=["shares-location-with-advertisers"],
        # Only described so: who asks for another is told which are nearest.
        json_schema_extra={"enum": [statement.slug for statement in statements()]},
    )
    list: Standing | None = Field(None, description="Only this list; without it all of them.")


class ExportParameters(Narrowing):
    """A batch of all matches, in the order of their versions' ids."""

    after: str = Field(
        "",
        max_length=64,
        pattern="^([0-9a-f]{16})?$",
        description="The `next` of the previous batch.",
    )
    limit: int = Field(100, ge=1, le=LARGEST_EXPORT, description="How many at most.")


class AlternativesParameters(BaseModel):
    """What the services must not say they do."""

    model_config = ConfigDict(extra="forbid")

    without: list[str] = Field(
        [],
        max_length=20,
        description="Practices, by slugs of /api/statements, that none of them may state.",
        examples=[["sells-data"]],
        # Only described so: who asks for another is told which are nearest.
        json_schema_extra={
            "items": {"type": "string", "enum": [statement.slug for statement in statements()]}
        },
    )
    limit: int = Field(10, ge=1, le=30, description="How many at most.")


class DiffParameters(BaseModel):
    """The two versions to compare; without them the last two."""

    model_config = ConfigDict(extra="forbid")

    from_: str = Field(
        "",
        alias="from",
        max_length=64,
        description="The earlier version: its id, or a day (YYYY-MM-DD) on which it was in force.",
        examples=["2022-01-31"],
    )
    to: str = Field("", max_length=64, description="The later version, likewise.")
