"""Hooks of mkdocs.yml: what pages of docs/ need to be a site as well as files of a repository."""

import logging
import re
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.structure.files import File, Files

log = logging.getLogger("mkdocs.hooks.tiercel")

DECISIONS = "decisions/index.md"

# What docs/check_blocks.py reads, and nobody else.
MARK = re.compile(r"^ *<!-- (?:run|norun|run-by)\b.*-->\n", re.M)
BRANCH = "main"


class RepositoryLinks(Extension):
    """Turns links to files outside docs/ into links to the repository. A link to a file that is not there is a warning."""

    def __init__(self, docs, repository):
        super().__init__()
        self.docs = docs
        self.repository = repository.rstrip("/")
        self.page = None

    def extendMarkdown(self, md):
        # After the links are made (inline: 20), and before MkDocs looks at them (relpath: 0).
        md.treeprocessors.register(_Links(md, self), "repository-links", 10)

    def target(self, link):
        """The link as it stands on the site; unchanged if it is not for us."""
        url = urlsplit(link)
        if url.scheme or url.netloc or not url.path or url.path.startswith("/"):
            return link
        named = unquote(url.path)
        path = (self.docs / self.page.parent / named).resolve()
        if path == self.docs / PurePosixPath(DECISIONS).parent:
            return "/".join([".."] * len(self.page.parent.parts) + [DECISIONS])
        if path.is_relative_to(self.docs):
            return link
        root = self.docs.parent
        if not path.is_relative_to(root) or not path.exists():
            log.warning("%s: '%s' leads to no file of the repository", self.page, link)
            return link
        kind = "tree" if path.is_dir() else "blob"
        fragment = f"#{url.fragment}" if url.fragment else ""
        return f"{self.repository}/{kind}/{BRANCH}/{path.relative_to(root).as_posix()}{fragment}"


class _Links(Treeprocessor):
    def __init__(self, md, links):
        super().__init__(md)
        self.links = links

    def run(self, root):
        for element in root.iter("a"):
            if "href" in element.attrib:
                element.set("href", self.links.target(element.get("href")))


_links = None


def on_config(config):
    global _links
    _links = RepositoryLinks(Path(config.docs_dir).resolve(), config.extra["repository"])
    config.markdown_extensions.append(_links)
    return config


def on_files(files: Files, config):
    """Adds the list of decisions, each by its own heading."""
    lines = ["# Decisions", "", "Why Tiercel is built as it is: context, decision and consequences, each on a page.", ""]
    pages = sorted((f for f in files if f.src_uri.startswith("decisions/") and f.is_documentation_page()), key=lambda f: f.src_uri)
    for page in pages:
        heading = re.match(r"# (\d{4}: .+)", page.content_string)
        if heading is None:
            log.warning("%s: expected a heading such as '# 0101: Title' in the first line", page.src_uri)
            continue
        lines.append(f"- [{heading[1]}]({PurePosixPath(page.src_uri).name})")
    files.append(File.generated(config, DECISIONS, content="\n".join(lines) + "\n"))
    return files


def on_page_markdown(markdown, page, config, files):
    _links.page = PurePosixPath(page.file.src_uri)
    return deeper_lists(MARK.sub("", markdown))


def deeper_lists(markdown):
    """Indents what belongs to an item of a list by four spaces, as Python-Markdown wants it. Elsewhere two or three will do."""
    lines, indents, fence = [], [], None
    for line in markdown.split("\n"):
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        if fence is None and bare:
            while indents and depth < indents[-1]:
                indents.pop()
        level = len(indents)
        lines.append(" " * (4 * level + depth - (indents[-1] if indents else 0)) + bare if bare and depth >= sum(indents[-1:]) else line)
        if fence is not None:
            fence = None if bare.startswith(fence) and not bare.strip(fence[0]) else fence
            continue
        opened = re.match(r"(```+|~~~+)", bare)
        if opened is not None:
            fence = opened[1]
            continue
        item = re.match(r"([-*+]|\d+[.)]) +", bare)
        if item is not None:
            indents.append(depth + len(item[0]))
    return "\n".join(lines)
