from privascope.policy.contents_lists import contents_places
from privascope.policy.html import html_document, parsed_blocks

PROSE = "<p>We read the letters that you send to us, and we answer every one within a week.</p>"
NAMES = ("What we read", "What we keep", "Whom we tell", "How to write")


def page(links: str, names: tuple[str, ...] = NAMES) -> str:
    sections = "".join(
        f"<h2 id='s{number}'>{number}. {name}</h2>{PROSE}" for number, name in enumerate(names, 1)
    )
    return f"<body><h1>Privacy notice</h1>{PROSE}{links}{sections}</body>"


def links(*targets: str) -> str:
    return "".join(
        f"<li><a href='{target}'>{name}</a></li>"
        for target, name in zip(targets, NAMES, strict=True)
    )


def dropped(markup: str) -> list[str]:
    blocks = parsed_blocks(markup)[1].blocks
    return [blocks[place].text for place in sorted(contents_places(blocks))]


IN_PAGE = links("#s1", "#s2", "https://a.example/privacy#s3", "#s4")


def test_a_list_of_the_headings_that_follow_is_dropped_with_its_title() -> None:
    markup = page(f"<p>On this page</p><ul>{IN_PAGE}</ul>")
    assert dropped(markup) == ["On this page", *NAMES]
    kept = [block.text for block in html_document(markup).blocks if block.main]
    assert kept[:3] == ["Privacy notice", kept[1], "1. What we read"]


def test_lines_of_one_paragraph_are_such_a_list_too() -> None:
    lines = "<br>".join(f"<a href='#{number}'>{name}</a>" for number, name in enumerate(NAMES))
    assert dropped(page(f"<p>{lines}</p>")) == ["\n".join(NAMES)]


def test_links_to_other_pages_are_no_contents() -> None:
    assert dropped(page(f"<ul>{links('/a', '/b', '/c', '/d')}</ul>")) == []


def test_a_list_whose_words_do_not_come_again_is_kept() -> None:
    assert dropped(page(f"<ul>{IN_PAGE}</ul>", ("One", "Two", "Three", "Four"))) == []


def test_a_list_that_follows_its_headings_is_kept() -> None:
    markup = page("").replace("</body>", f"<ul>{IN_PAGE}</ul></body>")
    assert dropped(markup) == []


def test_headings_that_open_their_own_panels_are_kept() -> None:
    panels = "".join(f"<h3><a href='#p'>{name}</a></h3>{PROSE}" for name in NAMES)
    assert dropped(f"<body>{panels}</body>") == []


def test_few_links_are_no_contents() -> None:
    assert dropped(page("<ul><li><a href='#s1'>What we read</a></li></ul>")) == []
