"""Tengen from scripts and notebooks: training, matches and nets in one call each.

They do what the commands do, but print nothing: `progress=print` shows their progress.
"""

from tengen.scripting.matches import play_match
from tengen.scripting.nets import load_net
from tengen.scripting.training import train

__all__ = ["load_net", "play_match", "train"]
