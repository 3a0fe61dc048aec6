"""The search in plain Python, to be read from top to bottom.

It follows the same formulas as the core, in the same order, and gives the same visit counts; the
core only does it about a thousand times faster. One simulation has four steps:

    select     walk down from the root, at each node to the child with the highest score
    expand     stop at a position that has not been visited yet
    evaluate   ask the evaluator for its policy and value (or read the result of a finished game)
    back up    carry the value to the root, changing its sign whenever the side to move changes

Every value belongs to a position and is in the view of the side to move there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tengen._core import MOST_ACTIONS_TRIED, derive_seed, draw_dirichlet
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.rules.position import Position
from tengen.search.config import SearchConfig
from tengen.search.connect_four import is_usual_connect_four, solve_ending
from tengen.search.evaluator import AnyEvaluator, evaluate_position
from tengen.search.forcing import find_forced_win


@dataclass
class Node:
    """A position in the tree."""

    position: Position[Any]
    priors: dict[int, float] = field(default_factory=dict)
    """Legal actions by falling prior; equal priors by ascending action."""
    children: dict[int, "Node"] = field(default_factory=dict)
    visits: int = 0
    value: float = 0.0
    moves_left: float = 0.0
    proof: int | None = None
    """The exact value, +1, 0 or -1, once it is known."""
    proof_plies: int = 0

    def __post_init__(self) -> None:
        self.to_move = self.position.to_move
        outcome = self.position.outcome
        if outcome is not None:
            self.prove(outcome.value_for(self.to_move), plies=0)

    def look_ahead(self, forcing_nodes: int, endgame_nodes: int) -> Sequence[int]:
        """Proves a win at once, a loss to two threats, or what some nodes of a solver show.

        Those are wins by continuous fours in Gomoku, and endings of Connect Four.

        Returns the moves that show it; none if nothing is certain.
        """
        if self.position.outcome is not None:
            return ()
        if wins := self.wins(self.to_move):
            return self.shown(1, wins[:1])
        if len(threats := self.wins(1 - self.to_move)) > 1:
            return self.shown(-1, threats[:2])
        if forcing_nodes and self.has_lines():
            win = find_forced_win(self.position, forcing_nodes)
            return () if win is None else self.shown(1, win.line)
        if endgame_nodes and self.has_endings():
            ending = solve_ending(self.position, endgame_nodes)
            return () if ending is None else self.shown(ending.value, ending.line)
        return ()

    def shown(self, exact: int, line: Sequence[int]) -> Sequence[int]:
        """Proves what a line shows."""
        self.prove(exact, len(line))
        return line

    def wins(self, seat: int) -> Sequence[int]:
        """The actions by which a seat would win now; unknown where trying moves is too slow."""
        known = isinstance(self.position.game, NativeGame)
        small = self.position.game.num_actions <= MOST_ACTIONS_TRIED
        return self.position.winning_actions(seat) if known or small else []

    def has_lines(self) -> bool:
        """Whether the core knows the game as one of the Gomoku family."""
        game = self.position.game
        families = (Family.GOMOKU, Family.TIC_TAC_TOE)
        return isinstance(game, NativeGame) and game.facts.family in families

    def has_endings(self) -> bool:
        """Whether the core knows the game as Connect Four on its usual board."""
        game = self.position.game
        return isinstance(game, NativeGame) and is_usual_connect_four(game)

    def candidates(self) -> Sequence[int]:
        """The legal actions, or only those that stop a threat."""
        threats = [] if self.wins(self.to_move) else self.wins(1 - self.to_move)
        return threats or self.position.legal_actions

    def prove(self, exact: int, plies: int) -> None:
        """Marks the value of this node as proven."""
        self.proof, self.proof_plies, self.value = exact, plies, float(exact)

    def seen_from(self, parent: "Node", value: float) -> float:
        """A value of this node in its parent's view. Not every ply changes the side to move."""
        return value if parent.to_move == self.to_move else -value


class ReferenceSearch:
    """The twin of `tengen.Search` for PUCT roots and one leaf at a time."""

    def __init__(
        self,
        game: Game[Any],
        evaluator: AnyEvaluator,
        config: SearchConfig,
        seed: int,
        encoding: str,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.config = config
        self.seed = seed
        self.encoding = encoding
        self.sees_ahead = config.prove and config.one_ply_ahead
        self.roots_seen = 0
        self.leaves_seen = 0

    def set_root(self, position: Position[Any]) -> None:
        """Starts a new tree."""
        self._become_root(Node(position))

    def advance(self, action: int) -> None:
        """Makes a child the root and keeps its subtree (SPEC M9)."""
        child = self.root.children.get(action)
        self._become_root(child or Node(self.root.position.play(action)))

    def _become_root(self, node: Node) -> None:
        self.root = node
        self.roots_seen += 1
        self.noisy_priors: dict[int, float] | None = None

    def run(self, simulations: int) -> dict[int, int]:
        """Runs simulations; the visits of every visited root action."""
        if self.sees_ahead:
            self.settle_root()
        for _ in range(simulations):
            if self.root.proof is not None:
                break
            self.simulate()
        return {action: child.visits for action, child in self.root.children.items()}

    def simulate(self) -> None:
        """One simulation: select, expand, evaluate, back up."""
        path = self.select()
        leaf = path[-1]
        if leaf.proof is not None:
            value, moves_left = float(leaf.proof), float(leaf.proof_plies)
        else:
            value, moves_left = self.expand_and_evaluate(leaf)
        self.back_up(path, value, moves_left)

    def settle_root(self) -> None:
        """Looks at a root more closely, and gives a proof the move that shows it."""
        config = self.config
        line = self.root.look_ahead(
            max(config.forcing_nodes, config.root_forcing_nodes),
            max(config.endgame_nodes, config.root_endgame_nodes),
        )
        if line:
            after = self.root.children.get(line[0]) or Node(self.root.position.play(line[0]))
            after.prove(int(after.seen_from(self.root, self.root.value)), len(line) - 1)
            self.root.children[line[0]] = after

    # Select

    def select(self) -> list[Node]:
        """The nodes from the root to the first one that is unvisited or settled."""
        node = self.root
        path = [node]
        while node.visits > 0 and node.proof is None:
            action = self.best_action_to_explore(node)
            if action not in node.children:
                node.children[action] = self.arrive(node.position.play(action))
            node = node.children[action]
            path.append(node)
        return path

    def arrive(self, position: Position[Any]) -> Node:
        """A node for a position that is met for the first time."""
        node = Node(position)
        if self.sees_ahead:
            node.look_ahead(self.config.forcing_nodes, self.config.endgame_nodes)
        return node

    def best_action_to_explore(self, node: Node) -> int:
        """The action with the highest score Q + U + M (SPEC M1, M3, M8); the first of equals."""
        priors = self.priors_with_noise() if node is self.root else node.priors
        best_action, best_score = -1, -math.inf
        exploration = self.exploration(node) * math.sqrt(node.visits)
        unvisited_value = self.first_play_value(node, priors)
        for action, prior in priors.items():
            child = node.children.get(action)
            if child is None:
                score = unvisited_value + exploration * prior
            elif self.is_proven_loss(node, child):
                continue
            else:
                q = child.seen_from(node, child.value)
                u = exploration * prior / (1 + child.visits)
                score = q + u + self.moves_left_term(node, child)
            if score > best_score:
                best_action, best_score = action, score
        return best_action

    def is_proven_loss(self, node: Node, child: Node) -> bool:
        """Whether the side to move at `node` would lose for certain by going to `child`."""
        known = self.config.prove and child.proof is not None
        return known and child.seen_from(node, child.proof or 0) < 0

    def exploration(self, node: Node) -> float:
        """c: constant, or growing with the visits of the parent."""
        base = self.config.c_base
        if base is None:
            return self.config.c_init
        return self.config.c_init + math.log((node.visits + base + 1.0) / base)

    def first_play_value(self, node: Node, priors: dict[int, float]) -> float:
        """What a child without visits is worth."""
        if self.config.fpu_reduction is None:
            return 0.0
        visited = 0.0
        for action, prior in priors.items():
            if action in node.children:
                visited += prior
        reduction = self.config.fpu_reduction * (1.0 + node.value) / 2.0 * math.sqrt(visited)
        return max(-1.0, node.value - reduction)

    def moves_left_term(self, node: Node, child: Node) -> float:
        """A quicker win and a longer defence are worth a little more."""
        if self.config.mlh_slope == 0:
            return 0.0
        longer = self.config.mlh_slope * (child.moves_left - node.moves_left)
        loss = -child.seen_from(node, child.value)
        return max(-self.config.mlh_cap, min(self.config.mlh_cap, longer)) * loss

    def priors_with_noise(self) -> dict[int, float]:
        """The root's priors; Dirichlet noise is drawn once per root (SPEC M6)."""
        if self.noisy_priors is None:
            self.noisy_priors = self.draw_noisy_priors()
        return self.noisy_priors

    def draw_noisy_priors(self) -> dict[int, float]:
        """Mixes noise into the priors and puts them in order again."""
        epsilon, actions = self.config.noise_epsilon, sorted(self.root.priors)
        if epsilon == 0:
            return self.root.priors
        total = self.config.noise_total
        alpha = self.config.noise_alpha if total is None else total / len(actions)
        seed = derive_seed(self.seed ^ (2**64 - 1), self.roots_seen)
        noise = draw_dirichlet(seed, alpha, len(actions))
        mixed = {
            action: (1.0 - epsilon) * self.root.priors[action] + epsilon * share
            for action, share in zip(actions, noise, strict=True)
        }
        return dict(sorted(mixed.items(), key=lambda item: (-item[1], item[0])))

    # Expand and evaluate

    def expand_and_evaluate(self, leaf: Node) -> tuple[float, float]:
        """Gives the leaf its priors; its value and its expected plies to the end."""
        chance = derive_seed(self.seed, self.leaves_seen)
        self.leaves_seen += 1
        evaluation = evaluate_position(self.evaluator, leaf.position, self.encoding, chance)
        actions = leaf.candidates() if self.sees_ahead else leaf.position.legal_actions
        leaf.priors = masked_softmax(evaluation.policy_logits[0], actions)
        moves_left = 0.0 if evaluation.moves_left is None else float(evaluation.moves_left[0])
        return float(evaluation.value[0]), moves_left

    # Back up

    def back_up(self, path: list[Node], value: float, moves_left: float) -> None:
        """Running means from the leaf to the root (SPEC M5), and proofs (SPEC M16)."""
        child = None
        for node in reversed(path):
            if child is not None:
                value = self.config.discount * child.seen_from(node, value)
                moves_left += 1.0
            node.visits += 1
            node.value += (value - node.value) / node.visits
            node.moves_left += (moves_left - node.moves_left) / node.visits
            if self.config.prove and child is not None and child.proof is not None:
                was_open = node.proof is None
                self.try_to_prove(node)
                if was_open and node.proof is not None:
                    value, moves_left = float(node.proof), float(node.proof_plies)
            child = node

    def try_to_prove(self, node: Node) -> None:
        """One winning child wins; otherwise all children must be settled."""
        if node.proof is not None:
            return
        settled = [child for child in node.children.values() if child.proof is not None]
        exact = {id(child): int(child.seen_from(node, child.proof or 0)) for child in settled}
        best = max(exact.values())
        if best > 0 or len(settled) == len(node.priors):
            plies = [child.proof_plies for child in settled if exact[id(child)] == best]
            node.prove(best, 1 + (min(plies) if best > 0 else max(plies)))


def masked_softmax(logits: Any, actions: Sequence[int]) -> dict[int, float]:  # noqa: ANN401
    """Priors over the legal actions alone (SPEC M4), highest first."""
    highest = max(float(logits[action]) for action in actions)
    if highest == -math.inf:
        return {action: float(np.float32(1.0 / len(actions))) for action in actions}
    weights = {action: math.exp(float(logits[action]) - highest) for action in actions}
    total = 0.0
    for weight in weights.values():
        total += weight
    priors = {action: float(np.float32(weight / total)) for action, weight in weights.items()}
    return dict(sorted(priors.items(), key=lambda item: (-item[1], item[0])))
