"""The commands of a game, in English."""

TEXTS = {
    "help move": "make a move",
    "help undo": "take back your last move and the answer; undo 3: three of them",
    "help redo": "play again what undo took back",
    "help hint": "the best moves, with win rate and visits",
    "help eval": "who stands better",
    "help explain": "the inside of the search: every move, and the top of its tree",
    "help swap": "change sides with the opponent",
    "help level": "another strength, from 1 to 10",
    "help save": "write the game to a file: .sgf, .psq or .txt; save! overwrites",
    "help moves": "the moves so far, as one text",
    "help board": "show the board again",
    "help new": "begin again",
    "help resign": "give the game up",
    "help help": "this list",
    "help quit": "leave (also Ctrl-D); Ctrl-C asks about saving first",
    # What follows some of them.
    "argument undo": "[N]",
    "argument level": "N",
    "argument save": "FILE",
}
