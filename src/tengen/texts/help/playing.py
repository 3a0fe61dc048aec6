"""The Chinese help of the commands about playing, games, explain and levels."""

HELP = {
    # tengen itself
    "AlphaZero for board games on ordinary computers.": "在普通电脑上运行的棋类 AlphaZero。",
    "Print the version and exit.": "显示版本并退出。",
    "Output language. Default: taken from LANG.": "输出语言：en 英文或 zh 中文。默认由 LANG 决定。",
    "Show this message and exit.": "显示此帮助并退出。",
    # play
    "Play a game in the terminal.": "在终端里下一局棋。",
    "Type a move, such as h8 or 4, or a command: undo, redo, hint, eval, explain, swap, level N, save FILE, resign, new, help, quit.": "输入着法，例如 h8 或 4；或输入命令：提示、悔棋、重走、局势、解说、交换、级别 N、保存 文件、认输、新局、帮助、退出（英文 hint、undo …… 同样可用）。",
    "Move first or second. Default: first.": "first 先手（默认），second 后手。",
    "Continue a saved game (.sgf, .psq or .txt).": "继续保存过的对局：.sgf、.psq 或 .txt。",
    "Draw the board with ASCII characters only.": "只用 ASCII 字符画棋盘。",
    "Random seed; the same seed and moves give the same game.": "随机种子；种子和着法相同，对局就相同。",
    "A game, such as gomoku:15x15/5, or a net to play against: shipped, a run folder or a path. Default: connect4.": "棋种，例如 gomoku:15x15/5；或作为对手的神经网络：自带的名字、训练目录或路径。默认为 connect4。",
    "Examples: tengen play; tengen play gomoku:9x9/5 --as second --level 8; tengen play runs/gomoku-6x6-1; tengen play othello --opponent human": "例如：tengen play；tengen play gomoku:9x9/5 --as second --level 8；tengen play runs/gomoku-6x6-1；tengen play othello --opponent human",
    "Strength, 1 to 10. Default: 6. With --opponent net:NET, the strength of that net.": "棋力：1 到 10，默认为 6；与 --opponent net:NET 同用时，为该神经网络的棋力。",
    "A player as in tengen match, such as net:runs/mine, mcts@5000, random, perfect or engine:COMMAND; or human, for two people at one keyboard.": "棋手，写法同 tengen match，例如 net:runs/mine、mcts@5000、random、perfect 或 engine:命令；或 human：两人共用一个键盘。",
    # games
    "List the supported games and how to name them.": "列出支持的棋种及其写法。",
    # explain
    "Search a position and explain the preferred move.": "搜索一个局面，并说明为什么选这步棋。",
    "Moves leading to the position: 4455, h8i9 or 'h8 i9'.": "走到该局面的着法：4455、h8i9 或 'h8 i9'。",
    "Number of simulations.": "模拟次数。",
    "Levels of the tree to print.": "显示搜索树的层数。",
    "Moves to print per position.": "每个局面显示的着法数。",
    "Random seed; the same seed gives the same search.": "随机种子；种子相同，搜索就相同。",
    "Then step through N more simulations, one by one.": "然后再逐步演示 N 次模拟。",
    "Exploration constant. Default: grows slowly with the number of visits.": "探索常数。默认随访问次数缓慢增大。",
    "Moves-left bonus per ply, which favours quick wins; 0 turns it off.": "剩余手数的奖励（每手），鼓励尽快取胜；0 表示关闭。",
    "Examples: tengen explain connect4 --moves 4455 --simulations 1000; tengen explain tictactoe --moves b2 --trace 3; tengen explain runs/mine": "例如：tengen explain connect4 --moves 4455 --simulations 1000；tengen explain tictactoe --moves b2 --trace 3；tengen explain runs/mine",
    "Prints the board, the evaluator, every move with the parts of its score, and the top of the search tree. Ctrl-C ends the search early and shows the results so far. With --trace, it also steps through single simulations: select, expand, evaluate, back up.": "显示棋盘、由谁评估、每个着法的得分构成和搜索树的顶部；按 Ctrl-C 可提前结束搜索，并显示已有的结果。加上 --trace 会逐步演示每次模拟：选择、扩展、评估、回传。",
    "A game, such as connect4 or gomoku:9x9/5, or a net, which implies its game: a run folder or a path.": "棋种，例如 connect4 或 gomoku:9x9/5；或神经网络（由它决定棋种）：训练目录或路径。",
    "Net that evaluates positions: shipped, a path or a run. Default: the best shipped net for the game, or random games if there is none.": "负责评估的神经网络：自带的名字、路径或训练目录。默认为这种棋最好的自带神经网络；没有时用随机对局。",
    "Search without a net: uniform priors and values, or one random game per position.": "不用神经网络搜索：先验和价值一律均等，或每个局面下一局随机对局。",
    # levels
    "List the ten levels: the player behind each, its measured strength and what it beats.": "列出十个级别：各级别的棋手、测得的棋力，以及能胜过的对手。",
    "Lower levels search less and choose weaker moves more often, but never a move that their search has not visited. Elo is relative to the mean of all players measured together, with its 95% interval. Neighbouring levels can be equally strong.": "级别越低，搜索越少，也越常走较差的着法，但绝不会走搜索中没有访问过的着法。等级分相对于一同测量的所有棋手的平均值，附 95% 区间。相邻的级别可能不相上下。",
    "Beats: the strongest of random, mcts@200, mcts@1000, mcts@5000 and tactical@5000 against which the 95% interval of the level's score is above half, with its points and the number of games.": "胜过：random、mcts@200、mcts@1000、mcts@5000、tactical@5000 中，该级别得分率的 95% 区间完全在一半以上的最强对手；括号内为得分和局数。",
    "A game, or a net: a run folder or a path.": "棋种，或神经网络：训练目录或路径。",
}
