import os
import select
import subprocess

import check_blocks
import pytest
from check_blocks import Repository, check, command_problem, inline_problems, problems, read, run, run_all

CLI = """# Commands

## tiercel prefetch

| option | meaning |
| --- | --- |
| `--job ID` | The job. |
| `--wait` | Waits. |

## tiercel mapreduce

| option | meaning |
| --- | --- |
| `-D KEY=VALUE` | A key. |

## tiercel submit

## tiercel sim

### tiercel sim run

| option | meaning |
| --- | --- |
| `-o, --html OUT,…` | A page. |
"""

KEYS = """| key | value |
| --- | --- |
| `spark.tiercel.policy` | a name |
| `spark.tiercel.score.node.*` | a number |
| `tiercel.agent.memory.budget` | a size |
"""


@pytest.fixture
def home(tmp_path):
    """A repository with a command that prints its arguments, and fails if one of them is 'fail'."""
    for folder in ("docs", "bench", "bin", ".ci", "core/src/main/java/io/tiercel/core", "testkit/src/main/java"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "README.md").write_text("# A project\n")
    (tmp_path / "docs/cli.md").write_text(CLI)
    (tmp_path / "docs/configuration.md").write_text(KEYS)
    (tmp_path / "docs/example.yaml").write_text("a: 1\n")
    (tmp_path / ".ci/run").write_text("#!/bin/sh\nexec ./mvnw verify\n")
    (tmp_path / "core/src/main/java/io/tiercel/core/Thing.java").write_text("class Thing {}\n")
    (tmp_path / "testkit/src/main/java/Cluster.java").write_text("record Cluster(int nodes, int slots) { void stop() {} }\n")
    command = tmp_path / "bin/tiercel"
    command.write_text('#!/bin/sh\necho "$@"\nfor each; do [ "$each" != fail ] || exit 3; [ ! -f "$each" ] || cat "$each"; done\n')
    command.chmod(0o755)
    return tmp_path


def found(home, block):
    page = read("page.md", block)
    assert len(page.blocks) == 1
    return page.problems + list(problems(page.blocks[0], Repository(home)))


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("```sh\nls\n```\n", "expected a mark"),
        ("<!-- norun: needs a cluster -->\n```sh\nls\n```\n", None),
        ("1. First:\n\n   <!-- run -->\n   ```sh\n   ls\n   ```\n", None),
        ("<!-- norun: no -->\n```sh\nls\n```\n", "norun: expected the reason"),
        ("<!-- norun: needs a cluster -->\n```sh\nif\n```\n", "bash does not accept it"),
        ("<!-- run fast -->\n```sh\nls\n```\n", "run: expected 'run', 'run slow'"),
        ("<!-- run slow -->\n```sh\nls\n```\n", None),
        ("<!-- run with a.txt=docs/example.yaml -->\n```sh\ncat a.txt\n```\n", None),
        ("<!-- run with b.txt=docs/example.yaml -->\n```sh\ncat a.txt\n```\n", "an A of this block, got 'b.txt=docs/example.yaml'"),
        ("<!-- run with a.txt=docs/gone.yaml -->\n```sh\ncat a.txt\n```\n", "no file docs/gone.yaml"),
        ("<!-- run-by .ci/run -->\n```sh\n./mvnw verify   # all tests\n```\n", None),
        ("<!-- run-by .ci/run -->\n```sh\n./mvnw test\n```\n", ".ci/run does not run './mvnw test'"),
        ("<!-- run-by .ci/gone -->\n```sh\n./mvnw test\n```\n", "expected a file of the repository, got '.ci/gone'"),
        ("<!-- check-install: archive -->\n```sh\nls\n```\n", None),
        ("<!-- check-install: interrupted -->\n```sh\nls\n```\n", "deploy/check-install has no 'interrupted'"),
        ("<!-- check-install: -->\n```sh\nls\n```\n", "deploy/check-install has no ''"),
        ("<!-- run -->\n```sh\nbin/tiercel fetch /a\n```\n", "no command 'tiercel fetch'"),
        ("<!-- run -->\n```sh\nbin/tiercel prefetch --jobs x /a\n```\n", "no option --jobs of 'tiercel prefetch'"),
        ("<!-- run -->\n```sh\nbin/tiercel prefetch \\\n  --wait --job x /a && bin/tiercel prefetch /b\n```\n", None),
        ("<!-- run -->\n```sh\nbin/tiercel prefetch /a && bin/tiercel prefetch --until 1h /b\n```\n", "no option --until"),
        ("<!-- run -->\n```sh\nbin/tiercel prefetch --wait\nbin/tiercel sim walk x\n```\n", "no command 'tiercel sim walk'"),
        ("<!-- run -->\n```sh\nbin/tiercel sim run --html x -o y docs/example.yaml\n```\n", None),
        ("<!-- run -->\n```sh\nbin/tiercel sim run docs/gone.yaml\n```\n", "no file docs/gone.yaml"),
        ("<!-- run -->\n```sh\nbin/tiercel mapreduce -D a=b -- hadoop jar --wrong\n```\n", None),
        ("<!-- run -->\n```sh\nspark-submit --conf spark.tiercel.polcy=stock x\n```\n", "no key spark.tiercel.polcy"),
        ("<!-- run -->\n```sh\nspark-submit --conf spark.tiercel.score.node.a.ssd=4 x\n```\n", None),
        ("<!-- run -->\n```sh\nspark-submit --conf spark.plugins=io.tiercel.core.Gone x\n```\n", "no class io.tiercel.core.Gone"),
        ("<!-- run -->\n```sh\nspark-submit --conf spark.plugins=io.tiercel.core.Thing x\n```\n", None),
        ("```xml\n<property><name>tiercel.agent.memory.budget</name><value>1g</value></property>\n```\n", None),
        ("```xml\n<property><name>tiercel.agent.budget</name></property>\n```\n", "no key tiercel.agent.budget"),
        ("```xml\n<property><name>x</property>\n```\n", "no XML"),
        ('```json\n{"a": 1}\n```\n', None),
        ('```json\n{"a": }\n```\n', "no JSON"),
        ("```java\nStore one = start; one.stop(); one.nodes();\n```\n", "no class Store"),
        ("```java\nThing one = start; one.stop(); one.nodes();\n```\n", None),
        ("```java\nThing one; one.go();\n```\n", "no method go"),
        ("```text\nanything\n```\n", None),
        ("```\nanything\n```\n", "expected a language"),
        ("```ruby\npass\n```\n", "expected a language"),
        ("```python\ndef\n```\n", "is no Python"),
        ("<!-- run -->\n```text\nanything\n```\n", "only shell blocks are run"),
    ],
)
def test_a_block(home, block, expected):
    told = found(home, block)
    if expected is None:
        assert told == []
    else:
        assert any(expected in problem for problem in told), told


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("```sh\nls\n", "page.md:1: expected the end of this block"),
        ("<!-- norun: needs a cluster -->\n\n```sh\nls\n```\n", "page.md:1: expected a code block in the line after"),
        ("Text.\n<!-- norun: needs a cluster -->", "page.md:2: expected a code block in the line after"),
        ("<!-- runs -->\n```sh\nls\n```\n", "page.md:1: expected a mark such as"),
        ("```sh title\nls\n```\n", "page.md:1: expected a fence with a language"),
    ],
)
def test_a_page(page, expected):
    assert any(problem.startswith(expected) for problem in read("page.md", page).problems)


def test_code_in_text_and_tables_is_checked(home):
    repository = Repository(home)
    assert list(inline_problems("bin/tiercel prefetch --jobs x", repository)) == ["docs/cli.md has no option --jobs of 'tiercel prefetch'"]
    assert list(inline_problems("spark.tiercel.polcy=stock", repository)) == ["docs/configuration.md has no key spark.tiercel.polcy"]
    assert list(inline_problems("spark.tiercel.score.*", repository)) == []
    assert list(inline_problems("spark.tiercel.policy", repository)) == []
    assert list(inline_problems("spark.sql.catalog.NAME.tiercel.cache.directory", repository)) == []


def test_an_option_takes_its_value(home):
    commands = Repository(home).commands
    assert command_problem(["bin/tiercel", "prefetch", "--job", "--x", "/a"], commands) is None
    assert command_problem(["bin/tiercel", "prefetch", "--job=x", "--x"], commands) is not None


def test_a_block_runs_in_a_directory_of_its_own(home):
    text = "<!-- run with a.txt=docs/example.yaml -->\n```sh\nbin/tiercel prefetch a.txt > out\ngrep -q 'a: 1' out\n```\n"
    assert run(read("page.md", text).blocks[0], Repository(home), 10) is None
    assert not (home / "out").exists()


def test_a_block_that_fails_is_told_with_its_last_lines(home):
    text = "<!-- run -->\n```sh\nbin/tiercel prefetch fail\necho not reached\n```\n"
    why = run(read("page.md", text).blocks[0], Repository(home), 10)
    assert why == "expected exit code 0, got 3:\nprefetch fail"


def test_a_block_that_hangs_is_ended_with_what_it_started(home, tmp_path):
    held = tmp_path / "held"
    os.mkfifo(held)
    # Reading ends when no process has the pipe open for writing any more. The block itself waits for a child.
    text = f"<!-- run -->\n```sh\nexec 3>{held}\nsleep 600 &\nwait\n```\n"
    with open(os.open(held, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
        assert run(read("page.md", text).blocks[0], Repository(home), 1) == "expected its end within 1 s"
        assert select.select([pipe], [], [], 30)[0], "the child still runs"
        assert pipe.read() == b""


def test_only_marked_blocks_run(home, capsys):
    (home / "README.md").write_text(
        "<!-- run -->\n```sh\ntrue\n```\n\n<!-- norun: would fail here -->\n```sh\nfalse\n```\n\n<!-- run slow -->\n```sh\nfalse\n```\n"
    )
    repository = Repository(home)
    assert check(repository) == []
    assert run_all(repository, "quick") == 0
    assert run_all(repository, "slow") == 1
    assert [line.split(" (")[0] for line in capsys.readouterr().out.splitlines() if "README" in line] == [
        "README.md:2: ok",
        "README.md:12: expected exit code 0, got 1:",
    ]


def test_bad_arguments_are_one_screen_of_help():
    script = check_blocks.HOME / "docs/check_blocks.py"
    assert subprocess.run([script, "--runs"], capture_output=True, text=True, check=False).returncode == 2


def test_the_documentation_is_right():
    assert check(Repository()) == []
