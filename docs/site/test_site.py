import logging
import re
from pathlib import Path, PurePosixPath

import pytest
from hooks import RepositoryLinks, deeper_lists
from mkdocs.commands.build import build
from mkdocs.config import load_config

HOME = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, built as strictly as for readers."""
    directory = tmp_path_factory.mktemp("site")
    config = load_config(str(HOME / "mkdocs.yml"), site_dir=str(directory), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return directory


def test_pages_load_nothing_from_other_hosts(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source|link)\b[^>]*?(?:src|href)=\"?((?:https?:)?//[^\"\s>]+)", text)
        assert loaded == [], page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(\"?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_no_page_shows_markdown(site):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        article = text[text.find("<article") : text.find("</article")]
        shown = re.sub(r"<(pre|code)\b.*?</\1>", "", article, flags=re.S)
        assert not re.search(r"```|<p>\||\]\(|<!-- (run|norun)", shown), page


def test_links_to_sources_lead_to_the_repository(site):
    text = (site / "records/index.html").read_text(encoding="utf-8")
    assert "/tiercel/blob/main/core/src/main/java/io/tiercel/assign/Reason.java" in text


def test_links_of_the_readme_lead_somewhere(site):
    text = re.sub(r"```.*?```", "", (HOME / "README.md").read_text(encoding="utf-8"), flags=re.S)
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"https?:", link)]
    assert len(links) > 20
    for link in links:
        name, _, anchor = link.partition("#")
        target = HOME / name if name else HOME / "README.md"
        assert target.exists(), link
        if anchor and name:
            page = target.relative_to(HOME / "docs").with_suffix("")
            assert f'id="{anchor}"' in (site / page / "index.html").read_text(encoding="utf-8"), link
        elif anchor:
            headings = re.findall(r"^#+ (.+)$", text, re.M)
            assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}, link


def test_every_decision_is_listed(site):
    text = (site / "decisions/index.html").read_text(encoding="utf-8")
    for page in (HOME / "docs/decisions").glob("*.md"):
        assert f'href="{page.stem}/"' in text


def test_scripts_of_the_site_are_not_published(site):
    assert not list(site.rglob("*.py"))
    assert not list(site.rglob("requirements.txt"))


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("../README.md", "https://host/r/blob/main/README.md"),
        ("../core/src#x", "https://host/r/tree/main/core/src#x"),
        ("tune.md#scores", "tune.md#scores"),
        ("https://host/x", "https://host/x"),
        ("#here", "#here"),
        ("/absolute", "/absolute"),
        ("decisions", "decisions/index.md"),
    ],
)
def test_a_link(tmp_path, link, expected):
    (tmp_path / "docs/decisions").mkdir(parents=True)
    (tmp_path / "core/src").mkdir(parents=True)
    (tmp_path / "README.md").touch()
    links = RepositoryLinks(tmp_path / "docs", "https://host/r/")
    links.page = PurePosixPath("page.md")
    assert links.target(link) == expected


def test_a_link_to_no_file_is_a_warning(tmp_path, caplog):
    (tmp_path / "docs").mkdir()
    links = RepositoryLinks(tmp_path / "docs", "https://host/r")
    links.page = PurePosixPath("page.md")
    with caplog.at_level(logging.WARNING):
        assert links.target("../gone.md") == "../gone.md"
    assert "page.md: '../gone.md' leads to no file of the repository" in caplog.text


def test_items_of_lists_are_indented_as_python_markdown_wants_it():
    written = "1. One\n\n   ```sh\n   - ls\n   ```\n2. Two\n   - a\n     b\n\nText\n\n```sh\n   x\n- y\n   z\n```\n- c\n  d\n"
    assert deeper_lists(written) == (
        "1. One\n\n    ```sh\n    - ls\n    ```\n2. Two\n    - a\n        b\n\nText\n\n```sh\n   x\n- y\n   z\n```\n- c\n    d\n"
    )
