#!/usr/bin/env python3
"""Checks the code blocks of README.md and docs/, and runs those that can run on one machine.

  check_blocks.py             checks all blocks; starts nothing but 'bash -n'
  check_blocks.py --list      lists the blocks, with what happens to each
  check_blocks.py --run       runs the blocks marked 'run' as well, which builds Tiercel if it is not built
  check_blocks.py --run slow  runs those marked 'run slow', which take minutes each

A comment in the line before a shell block says what happens to it. It does not show on a page.

  <!-- run -->               --run runs it, in an empty directory with bin/ and docs/, and expects exit code 0
  <!-- run slow -->          --run slow does
  <!-- run with A=B C=D -->  --run does, with the file B of the repository in place of A, and D in place of C
  <!-- run-by FILE -->       FILE of the repository runs it: each of its lines stands there
  <!-- check-install: NAME -->  deploy/check-install runs it, by that name
  <!-- norun: REASON -->     it cannot run here

A shell block without a mark is an error. In all of them, in tables and in text: commands and options of tiercel are those of docs/cli.md,
our keys those of docs/configuration.md, our classes those of the sources, and files of docs/ and bench/ exist. JSON and XML are parsed.
Python compiles. Java names types and methods that the sources have. Blocks of 'text' and 'properties' are not run.

Exit code: 0; 1 if a block is wrong or has failed; 2 for bad input.
"""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
SHELL = {"sh", "bash"}
SHOWN = {"text", "properties"}
# Seconds for a block.
LONGEST = {"quick": 300, "slow": 3 * 3600}
MARK = re.compile(r"^<!--\s*(run-by|norun|run|check-install)\b:?\s*(.*?)\s*-->$")
FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*([\w-]*)\s*$")
KEY = re.compile(r"(?<![\w.<-])((?:spark\.tiercel|tiercel\.(?:coordinator|agent|cache|yarn|mapreduce|hive|tez|record))(?:\.[\w*-]+)*)")
CLASS = re.compile(r"\b((?:io\.tiercel|org\.apache)(?:\.[a-z]\w*)+\.(?:\w*Tiercel\w*|[A-Z]\w*))\b")
FILE = re.compile(r"(?<![\w/.-])((?:docs|bench)/[\w./@-]*\w)")
PUNCTUATION = re.compile(r"^[();<>|&]+$")
HELP = {"-h", "--help", "-V", "--version"}


@dataclass
class Block:
    page: str
    line: int
    language: str
    lines: list
    mark: str = ""
    argument: str = ""

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


@dataclass
class Page:
    name: str
    blocks: list = field(default_factory=list)
    # Pairs of a line's number and code within that line of text.
    code: list = field(default_factory=list)
    problems: list = field(default_factory=list)


def read(name, text):
    """The blocks of a page, the code in its text, and what is wrong with its fences and marks."""
    page = Page(name)
    lines = text.splitlines()
    block, fence, indent = None, "", 0
    mark = None
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if block is not None:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                page.blocks.append(block)
                block = None
            else:
                block.lines.append(line[indent:] if not line[:indent].strip() else line.lstrip())
            continue
        opened = FENCE.match(line)
        if opened is None and bare.startswith(("```", "~~~")):
            page.problems.append(f"{name}:{number}: expected a fence with a language, such as ```sh, got {bare}")
        if opened is not None:
            indent, fence = len(opened[1]), opened[2]
            block = Block(name, number, opened[3], [])
            if mark is not None:
                block.mark, block.argument = mark[1], mark[2]
                mark = None
            continue
        if mark is not None:
            page.problems.append(f"{name}:{number - 1}: expected a code block in the line after '{mark[0].strip()}'")
        mark = MARK.match(bare)
        if mark is None and re.match(r"^<!--\s*(run|norun)", bare):
            page.problems.append(f"{name}:{number}: expected a mark such as '<!-- norun: REASON -->', got {bare}")
        page.code += [(number, code) for code in re.findall(r"`([^`]+)`", line)]
    if block is not None:
        page.problems.append(f"{block.place}: expected the end of this block, {fence}, found none")
    if mark is not None:
        page.problems.append(f"{name}:{len(lines)}: expected a code block in the line after '{mark[0].strip()}'")
    return page


class Repository:
    """What blocks may name."""

    def __init__(self, home=HOME):
        self.home = home

    def pages(self):
        names = [self.home / "README.md", *sorted((self.home / "docs").rglob("*.md"))]
        return [read(p.relative_to(self.home).as_posix(), p.read_text(encoding="utf-8")) for p in names]

    @cached_property
    def keys(self):
        rows = re.findall(r"^\| `([^`]+)` \|", (self.home / "docs/configuration.md").read_text(encoding="utf-8"), re.M)
        return set(rows)

    @cached_property
    def commands(self):
        """Of each command of docs/cli.md: its options, and whether each has a value."""
        commands, options = {}, None
        for line in (self.home / "docs/cli.md").read_text(encoding="utf-8").splitlines():
            heading = re.match(r"^##+ tiercel (.+)$", line)
            if heading is not None:
                options = commands.setdefault(heading[1], {})
            row = re.match(r"^\| `(-[^`]*)` \|", line)
            if row is not None and options is not None:
                words = row[1].replace(",…", "").split()
                names = [word.rstrip(",") for word in words if word.startswith("-")]
                for name in names:
                    options[name] = not words[-1].startswith("-")
        return commands

    @cached_property
    def sources(self):
        """Relative paths of classes within their modules, and all Java text of the test kit."""
        found = set()
        for module in self.home.iterdir():
            for root in module.glob("src/*/*"):
                if root.name in ("java", "scala"):
                    found |= {p.relative_to(root).with_suffix("").as_posix() for p in root.rglob("*") if p.suffix in (".java", ".scala")}
        return found

    @cached_property
    def testkit(self):
        roots = [self.home / module / "src" for module in ("testkit", "testkit-hdfs", "testkit-hive", "testkit-s3")]
        return "\n".join(p.read_text(encoding="utf-8") for root in roots if root.is_dir() for p in sorted(root.rglob("*.java")))

    def knows_key(self, key):
        """A key, or a prefix of keys such as spark.tiercel.* or spark.tiercel.cache."""
        if key.endswith("*"):
            return any(known.startswith(key.rstrip("*")) for known in self.keys)
        return (
            key in self.keys
            or any(known.startswith(key + ".") for known in self.keys)
            or any(known.endswith("*") and key.startswith(known[:-1]) for known in self.keys)
        )


def statements(text):
    """The words of each simple command."""
    lexer = shlex.shlex(text.replace("\\\n", " "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    lexer.whitespace = " \t\r"
    words = []
    for word in lexer:
        if word == "\n" or PUNCTUATION.match(word):
            if words:
                yield words
            words = []
        else:
            parts = word.split("\n")
            for i, part in enumerate(parts):
                if i > 0 and words:
                    yield words
                    words = []
                if part:
                    words.append(part)
    if words:
        yield words


def command_problem(words, commands):
    """What is wrong with a call of tiercel, or None."""
    at = next((i for i, word in enumerate(words) if word in ("bin/tiercel", "tiercel")), None)
    if at is None:
        return None
    rest = words[at + 1 :]
    if not rest or rest[0] in HELP or not re.match(r"^[a-z]+$", rest[0]):
        return None
    name = rest.pop(0)
    while rest and f"{name} {rest[0]}" in commands:
        name += " " + rest.pop(0)
    if name not in commands:
        return f"docs/cli.md has no command 'tiercel {name}'"
    if name == "submit":
        return None
    if name == "sim" and rest and re.match(r"^[a-z]+$", rest[0]):
        return f"docs/cli.md has no command 'tiercel sim {rest[0]}'"
    options = commands[name]
    while rest:
        word = rest.pop(0)
        if word == "--":
            break
        if not word.startswith("-") or word == "-":
            if name in ("hint", "mapreduce"):
                break
            continue
        option, _, value = word.partition("=")
        if option in HELP:
            continue
        if option not in options:
            return f"docs/cli.md has no option {option} of 'tiercel {name}'"
        if options[option] and not value and rest:
            rest.pop(0)
    return None


def without_shell_errors(text):
    result = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False)
    return None if result.returncode == 0 else result.stderr.strip().splitlines()[0]


def name_problems(text, repository):
    for key in KEY.findall(text):
        if not repository.knows_key(key):
            yield f"docs/configuration.md has no key {key}"
    for name in CLASS.findall(text):
        ours = name.startswith("io.tiercel.") or "Tiercel" in name.rsplit(".", 1)[-1]
        if ours and name.replace(".", "/") not in repository.sources:
            yield f"the sources have no class {name}"
    for name in FILE.findall(text):
        if not (repository.home / name).exists():
            yield f"the repository has no file {name}"


def shell_problems(block, repository):
    error = without_shell_errors(block.text)
    if error is not None:
        yield f"bash does not accept it: {error}"
        return
    for words in statements(block.text):
        problem = command_problem(words, repository.commands)
        if problem is not None:
            yield problem
    if not block.mark:
        yield "expected a mark in the line before: run, run-by FILE or norun: REASON (docs/check_blocks.py has all)"
    elif block.mark == "norun":
        if len(block.argument.split()) < 2:
            yield "norun: expected the reason"
    elif block.mark == "check-install":
        runs = rf"\b(documented|in_clone|in_client) {re.escape(block.argument)}(?![\w-])"
        if not block.argument or not re.search(runs, (HOME / "deploy/check-install").read_text()):
            yield f"check-install: deploy/check-install has no '{block.argument}'"
    elif block.mark == "run-by":
        yield from run_by_problems(block, repository)
    else:
        try:
            substitutions(block, repository)
        except ValueError as e:
            yield str(e)


def run_by_problems(block, repository):
    runner = repository.home / block.argument
    if not runner.is_file():
        yield f"run-by: expected a file of the repository, got '{block.argument}'"
        return
    text = runner.read_text(encoding="utf-8")
    for line in block.lines:
        command = line.split("#")[0].strip()
        if command and command not in text:
            yield f"{block.argument} does not run '{command}'"


def substitutions(block, repository):
    """The class of a 'run' mark, and what it puts in place of what."""
    words = block.argument.split()
    speed = "quick"
    if words and words[0] == "slow":
        speed = words.pop(0)
    if words and words[0] == "with":
        words.pop(0)
    elif words:
        raise ValueError(f"run: expected 'run', 'run slow' or 'run with A=B', got '{block.argument}'")
    pairs = []
    for word in words:
        old, equals, new = word.partition("=")
        if not equals or old not in block.text:
            raise ValueError(f"run with: expected A=B with an A of this block, got '{word}'")
        if not (repository.home / new).exists():
            raise ValueError(f"run with: the repository has no file {new}")
        pairs.append((old, str(repository.home / new)))
    return speed, pairs


def java_problems(block, repository):
    code = re.sub(r'"[^"]*"|//.*', "", block.text)
    for method in sorted(set(re.findall(r"[.)]\s*(\w+)\(", code)) - {"create"}):
        # A method, or a part of a record.
        if not re.search(rf"\b{method}\(|[\w>\]] {method}[,)]", repository.testkit):
            yield f"the test kit has no method {method}"
    ours = {path.rsplit("/", 1)[-1] for path in repository.sources}
    for name in sorted(set(re.findall(r"\b([A-Z]\w+)\b", code)) - {"Path", "Result"}):
        if name not in ours:
            yield f"the sources have no class {name}"


def problems(block, repository):
    if block.language in SHELL:
        yield from shell_problems(block, repository)
    elif block.language == "json":
        try:
            json.loads(block.text)
        except ValueError as e:
            yield f"no JSON: {e}"
    elif block.language == "xml":
        try:
            ElementTree.fromstring(f"<configuration>{block.text}</configuration>")
        except ElementTree.ParseError as e:
            yield f"no XML: {e}"
    elif block.language == "java":
        yield from java_problems(block, repository)
    elif block.language == "python":
        try:
            compile(block.text, block.place, "exec")
        except SyntaxError as e:
            yield f"line {e.lineno} is no Python: {e.msg}"
    elif block.language not in SHOWN:
        yield f"expected a language among {', '.join(sorted(SHELL | SHOWN | {'json', 'xml', 'java', 'python'}))}, got '{block.language}'"
    if block.language not in SHELL and block.mark:
        yield f"{block.mark}: only shell blocks are run"
    yield from name_problems(block.text, repository)


def inline_problems(code, repository):
    """What is wrong with code in a line of text. Commands in text are often shortened: only whole ones are looked at."""
    if re.match(r"^(bin/)?tiercel [a-z]", code) and not re.search(r"[<>$]", code):
        try:
            for words in statements(code):
                problem = command_problem(words, repository.commands)
                if problem is not None:
                    yield problem
        except ValueError:
            pass  # A quote without its end: a part of a command.
    yield from name_problems(code, repository)


def check(repository):
    found = []
    for page in repository.pages():
        found += page.problems
        for block in page.blocks:
            found += [f"{block.place}: {problem}" for problem in problems(block, repository)]
        for line, code in page.code:
            found += [f"{page.name}:{line}: {problem}" for problem in inline_problems(code, repository)]
    return found


def run(block, repository, longest):
    """Runs a block in a directory of its own; None, or why it failed."""
    _, pairs = substitutions(block, repository)
    text = block.text
    for old, new in pairs:
        text = text.replace(old, shlex.quote(new))
    # What was killed may still write there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        place = Path(directory)
        (place / "bin").mkdir()
        # The command finds its home by its own link; a linked folder would hide it.
        (place / "bin/tiercel").symlink_to(repository.home / "bin/tiercel")
        for name in ("docs", "bench"):
            (place / name).symlink_to(repository.home / name)
        with subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", text],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=longest)
            except subprocess.TimeoutExpired:
                return f"expected its end within {longest} s"
            finally:
                # What the block started, too: a cluster would go on running.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    if process.returncode == 0:
        return None
    last = "\n".join(output.splitlines()[-15:])
    return f"expected exit code 0, got {process.returncode}:\n{last}"


def run_all(repository, speed):
    failed = 0
    for page in repository.pages():
        for block in page.blocks:
            if block.mark != "run" or substitutions(block, repository)[0] != speed:
                continue
            begun = time.monotonic()
            why = run(block, repository, LONGEST[speed])
            print(f"{block.place}: {'ok' if why is None else why} ({time.monotonic() - begun:.0f} s)", flush=True)
            failed += why is not None
    return failed


def main(arguments):
    if arguments not in ([], ["--list"], ["--run"], ["--run", "slow"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            # An exception, so that what a block has started is ended.
            signal.signal(number, lambda got, _: sys.exit(128 + got))
    repository = Repository()
    if arguments == ["--list"]:
        for page in repository.pages():
            for block in page.blocks:
                print(f"{block.place}: {block.language}: {block.mark or 'checked'} {block.argument}".rstrip())
        return 0
    found = check(repository)
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        return 1
    if arguments:
        return 1 if run_all(repository, arguments[1] if len(arguments) > 1 else "quick") else 0
    blocks = sum(len(page.blocks) for page in repository.pages())
    print(f"{blocks} blocks checked")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
