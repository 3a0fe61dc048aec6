"""Which of a processor's instruction sets a run computes with: its last bits depend on it."""

from tengen.nets import NativeEvaluator
from tengen.replay.store import RunStore

FACT = "instruction_set"


def note_instruction_set(store: RunStore, evaluator: NativeEvaluator) -> list[str]:
    """Records the set that nets are evaluated with from now on; a remark where it was another."""
    own = evaluator.native.instruction_set
    last = store.facts().get(FACT)
    if last == own:
        return []
    store.set_fact(FACT, own)
    if last is None:
        return []
    return [
        f"The run has been computed with {last} instructions so far; this machine goes on with "
        f"{own}: results may differ in their last bits."
    ]
