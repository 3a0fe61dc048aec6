"""Which of a processor's instruction sets a run computes with: its last bits depend on it."""

from tengen import _core
from tengen.replay.store import RunStore

FACT = "instruction_set"


def note_instruction_set(store: RunStore) -> list[str]:
    """Records the set that is used from now on; a remark where it was another so far."""
    own = _core.available_instruction_sets()[-1]
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
