"""The CPU instruction set a run computes with, which affects the last bits of its results."""

from tengen import _core
from tengen.nets import NativeEvaluator
from tengen.replay.store import RunStore

FACT = "instruction_set"


def own_instruction_set() -> str:
    """What nets are evaluated with on this machine."""
    return _core.available_instruction_sets()[-1]


def note_instruction_set(store: RunStore, evaluator: NativeEvaluator) -> list[str]:
    """Records the instruction set used from now on; returns a remark if it has changed."""
    own = evaluator.native.instruction_set
    last = store.facts().get(FACT)
    if last == own:
        return []
    store.set_fact(FACT, own)
    if last is None:
        return []
    return [
        f"The run has used {last} instructions so far; this machine uses {own}: results may "
        "differ in the last bits."
    ]
