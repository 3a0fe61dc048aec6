"""The board and what stands beside it, the beginning and the end of a game, in English."""

TEXTS = {
    # The board and its side.
    "move number": "move {number}",
    "last move": "last: {move}",
    "passed": "{seat} passed",
    "discs": "discs {first} : {second}",
    "to move": "{seat} to move",
    "your move": "{seat}, your move",
    "legal moves": "possible: {moves}",
    "and more": "{moves} and {count} more",
    "thinking": "{seat} is thinking",
    "looking": "looking ahead",
    "looking so far": "looking ahead, {simulations} simulations",
    # Beginning and end.
    "welcome": "A move is typed as {example}; help tells the rest.",
    "loaded": "Loaded {file}; moves so far: {moves}.",
    "loaded first": "Loaded the first of {count} games in {file}; moves so far: {moves}.",
    "other opponent": "The file's opponent {asked} cannot be used; you play against {opponent}.",
    "you win": "You win: {reason}.",
    "you lose": "You lose: {reason}.",
    "seat wins": "{seat} wins: {reason}.",
    "draw": "A draw: {reason}.",
    "reason line": "a complete line",
    "reason board full": "the board is full",
    "reason more discs": "more discs",
    "reason equal discs": "both sides have the same number of discs",
    "reason resigned": "the other side resigned",
    "reason chain": "a chain from edge to edge",
    "you resigned": "you resigned",
    "over prompt": "new, undo, save FILE or quit",
    "goodbye": "Goodbye.",
}
