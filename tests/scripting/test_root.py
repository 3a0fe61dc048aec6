"""What `import tengen` gives, and what it leaves alone."""

import subprocess
import sys

import tengen

LATER = ("torch", "rich", "typer", "tengen.arena", "tengen.runs", "tengen.cli", "onnxruntime")


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_importing_tengen_imports_nothing_that_playing_does_not_need():
    loaded = run("import sys, tengen; print(*sys.modules)")
    assert [name for name in LATER if name in loaded] == []


def test_a_match_and_its_report_need_no_torch():
    code = (
        "import sys, tengen; print(tengen.play_match('tictactoe', 'mcts@2', 'random', games=2), "
        "tengen.load_net('tictactoe')._repr_html_(), file=sys.stderr); print(*sys.modules)"
    )
    assert "torch" not in run(code)


def test_everything_that_is_offered_exists_and_is_listed():
    assert set(tengen.__all__) <= set(dir(tengen))
    for name in tengen.__all__:
        assert getattr(tengen, name) is not None


def test_the_functions_for_scripts_explain_every_argument():
    for function in (tengen.train, tengen.play_match):
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        keywords = function.__code__.co_varnames[: function.__code__.co_kwonlyargcount]
        for name in (*names, *keywords):
            assert f"    {name}" in function.__doc__
