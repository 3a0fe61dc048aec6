"""What the documents say about the code is true."""

import ast
import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tengen"
CITED_IN = ("core", "src", "tests", "examples", "scripts", "benchmarks")
ID = r"[GMNTP]\d+[a-z]?"
CITATION = re.compile(rf"\bSPEC ({ID}(?:(?:, | to |-){ID})*)")


def ids_of_the_spec():
    text = (ROOT / "docs" / "spec.md").read_text(encoding="utf-8")
    return re.findall(rf"^(?:\| |- )?({ID})\b(?= \||:)", text, re.MULTILINE) + re.findall(
        rf"(?<=\. )({ID})(?=:)", text
    )


def files():
    for folder in CITED_IN:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".hpp", ".cpp", ".inl", ".toml", ".md"):
                yield path


def test_every_id_that_the_code_cites_is_in_the_spec():
    known, cited = set(ids_of_the_spec()), {}
    for path in files():
        for citation in CITATION.findall(path.read_text(encoding="utf-8")):
            for name in re.findall(ID, citation):
                cited.setdefault(name, path.relative_to(ROOT))
    assert len(cited) > 25
    assert {name: str(path) for name, path in cited.items() if name not in known} == {}


def test_no_id_of_the_spec_is_given_twice():
    names = ids_of_the_spec()
    assert {"G1", "M16a", "T9a", "P7"} <= set(names)
    assert [name for name in names if names.count(name) > 1] == []


def test_the_spec_names_only_files_that_exist():
    text = (ROOT / "docs" / "spec.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([a-z0-9_/]+(?:/|\.[a-z]+))`", text):
        assert (ROOT / name).exists() or (ROOT / "src" / "tengen" / name).exists(), name


def listed_rooms():
    """Rooms in the order of the table in src/tengen/README.md, lowest first, as written there."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `(\w+(?:/|\.py))` \|", text, re.MULTILINE)


def rooms_of_the_package():
    return [name.removesuffix("/").removesuffix(".py") for name in listed_rooms()]


def contracts():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["importlinter"]["contracts"]


def test_the_list_of_rooms_has_the_order_that_the_import_contract_enforces():
    (layers,) = [contract["layers"] for contract in contracts() if contract["type"] == "layers"]
    assert rooms_of_the_package() == layers[::-1]


def test_every_room_is_in_the_list():
    packages = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py"}
    assert packages | modules == set(listed_rooms())


@pytest.mark.parametrize("library", ["torch", "typer", "rich", "fastapi", "ray"])
def test_a_contract_for_the_whole_package_tells_who_may_import_a_library(library):
    (contract,) = [one for one in contracts() if library in one.get("forbidden_modules", [])]
    assert contract["source_modules"] == ["tengen"]


def names_taken_from_the_root(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "tengen":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "tengen")


def test_no_room_takes_what_upper_rooms_export_through_the_root():
    """The contract between the rooms cannot see it: to import-linter, `_core` is the root too."""
    allowed = {"_core", *rooms_of_the_package()}
    taken = {
        str(path.relative_to(PACKAGE)): sorted(set(names_taken_from_the_root(path)) - allowed)
        for path in PACKAGE.rglob("*.py")
    }
    assert {path: names for path, names in taken.items() if names} == {}


def stages_of_a_run():
    """Room, function and arguments as docs/adr/0009 gives them."""
    text = (ROOT / "docs" / "adr" / "0009-stages-exchange-records.md").read_text(encoding="utf-8")
    return re.findall(r"^    ([a-z.]+)\.(\w+)\(([\w, ]+)\) ->", text, re.MULTILINE)


def test_there_are_four_stages():
    names = [function for _, function, _ in stages_of_a_run()]
    assert names == ["play", "validate", "store", "learn"]


@pytest.mark.parametrize(("room", "function", "arguments"), stages_of_a_run())
def test_a_stage_takes_what_its_decision_says(room, function, arguments):
    found = inspect.signature(getattr(importlib.import_module(f"tengen.{room}"), function))
    required = [
        name for name, given in found.parameters.items() if given.default is inspect.Parameter.empty
    ]
    assert required == arguments.split(", ")


def test_no_set_up_but_the_oracle_extra_names_the_agpl_solver():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    naming = {
        name
        for name, packages in extras.items()
        if any(re.search("bitbully|oracle", package) for package in packages)
    }
    assert naming == {"oracle"}
    setup = re.search(
        r"^\$\(INSTALLED\):.*\n\t(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert setup is not None
    assert "'.[dev]'" in setup[1]
