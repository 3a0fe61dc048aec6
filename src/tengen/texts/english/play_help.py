"""The commands of a game, in English."""

TEXTS = {
    "help move": "make a move",
    "help undo": "take back your last move and the reply; undo 3 takes back three",
    "help redo": "replay what undo took back",
    "help hint": "show the best moves, with win rates and visits",
    "help eval": "show who is ahead",
    "help explain": "show the search: every move, and the top of the tree",
    "help swap": "swap sides with the opponent",
    "help level": "set the strength, 1 to 10; without N, list the levels",
    "help save": "save the game as .sgf, .psq or .txt; save! overwrites",
    "help moves": "print the moves so far on one line",
    "help board": "show the board again",
    "help new": "start a new game",
    "help resign": "resign the game",
    "help help": "show this list",
    "help quit": "leave (also Ctrl-D); Ctrl-C offers to save first",
    # Arguments of some commands.
    "argument undo": "[N]",
    "argument level": "[N]",
    "argument save": "FILE",
}
