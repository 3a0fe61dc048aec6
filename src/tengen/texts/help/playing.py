"""The Chinese help of the commands about playing, games, explain and levels."""

HELP = {
    # tengen itself
    "AlphaZero for board games on ordinary computers.": "在普通电脑上运行的棋类 AlphaZero。",
    "Print the version and exit.": "显示版本并退出。",
    "Language of all output: en or zh. Default: that of LANG.": "所有输出的语言：en 或 zh。默认由 LANG 决定。",
    "Show this message and exit.": "显示这段帮助并退出。",
    # play
    "Play a game in the terminal.": "在终端里下一局棋。",
    "Type moves by their names, such as h8 or 4, or commands: undo, hint, eval, explain, swap, level, save FILE, resign, new, help, quit.": "着法用名字输入，例如 h8 或 4；也可以输入命令：提示、悔棋、重走、局势、解说、交换、级别、保存 文件、认输、新局、帮助、退出（英文 hint、undo …… 同样可用）。",
    "Move first, as is usual, or second.": "first 先手（默认）或 second 后手。",
    "Go on with a saved game: .sgf, .psq or .txt.": "接着下保存过的对局：.sgf、.psq 或 .txt。",
    "English or Chinese; usually that of LANG.": "en 英文或 zh 中文；默认由 LANG 决定。",
    "Draw the board with plain characters.": "用纯文本字符画棋盘。",
    "The same seed and moves give the same game.": "种子和着法相同，对局就相同。",
    "A game, such as gomoku:15x15/5, or a net to play against: shipped, a run's folder, a path. Default: connect4.": "棋种，例如 gomoku:15x15/5；或作为对手的神经网络：自带的名字、训练目录或路径。默认为 connect4。",
    "Examples: tengen play; tengen play gomoku:9x9/5 --as second --level 8; tengen play runs/gomoku-6x6-1; tengen play othello --opponent human": "例如：tengen play；tengen play gomoku:9x9/5 --as second --level 8；tengen play runs/gomoku-6x6-1；tengen play othello --opponent human",
    "How strong: 1 to 10, usually 6; with --opponent net:NET, a level of that net.": "棋力：1 到 10，默认为 6；与 --opponent net:NET 同用时，为该神经网络的级别。",
    "net:connect4@400, net:runs/mine, mcts@5000, random, perfect, engine:COMMAND ... or human: two people at one keyboard.": "net:connect4@400、net:runs/mine、mcts@5000、random、perfect、engine:命令 …… 或 human：两人共用一个键盘。",
    # games
    "List the games and how their names are written.": "列出所有棋种及其写法。",
    # explain
    "Search a position and show why it prefers which move.": "搜索一个局面，并说明为什么选这步棋。",
    "Moves that lead to the position: 4455, or h8i9, or 'h8 i9'.": "走到该局面的着法：4455、h8i9 或 'h8 i9'。",
    "How long to search.": "搜索多少次模拟。",
    "Levels of the tree to print.": "显示搜索树的多少层。",
    "Moves to print per position.": "每个局面显示多少个着法。",
    "The same seed gives the same search.": "种子相同，搜索就相同。",
    "Then step through this many more simulations, one by one.": "然后再逐步演示这么多次模拟。",
    "Exploration: a constant c, instead of one that grows.": "探索：固定的常数 c，而不是逐渐增大。",
    "Moves-left: bonus per ply for quicker wins; 0 is off.": "剩余手数：每早赢一手的奖励；0 为关闭。",
    "Examples: tengen explain connect4 --moves 4455 --simulations 1000; tengen explain tictactoe --moves b2 --trace 3; tengen explain runs/mine": "例如：tengen explain connect4 --moves 4455 --simulations 1000；tengen explain tictactoe --moves b2 --trace 3；tengen explain runs/mine",
    "Prints the board, who evaluates, every move with the parts of its score, and the top of the tree; Ctrl-C ends the search early and shows what it has found so far. With --trace it also walks through single simulations: select, expand, evaluate, back up.": "显示棋盘、由谁评估、每个着法的得分构成和搜索树的顶部；按 Ctrl-C 可提前结束搜索，并显示已有的结果。加上 --trace 会逐步演示每次模拟：选择、扩展、评估、回传。",
    "The game, such as connect4 or gomoku:9x9/5, or a net, which tells its game: a run's folder, a path.": "棋种，例如 connect4 或 gomoku:9x9/5；或神经网络（由它决定棋种）：训练目录或路径。",
    "The net that evaluates: shipped, a path, or a run. Default: the best shipped one for this game; random games where there is none.": "负责评估的神经网络：自带的名字、路径或训练目录。默认为这种棋最好的自带神经网络；没有时用随机对局。",
    "Who evaluates positions instead of a net: nobody, or one random game.": "不用神经网络时由谁评估局面：不评估，或下一局随机对局。",
    # levels
    "List the ten levels: what each is in a game, and its measured strength.": "列出十个级别：在某种棋中各是什么棋手，以及测得的棋力。",
    "A lower level searches less and plays second-best moves more often; none makes a move that its search did not look at. Elo is relative to the mean of all levels, with the 95% interval.": "级别越低，搜索越少，也越常走次优的着法；但绝不会走搜索中没有看过的着法。等级分相对于所有级别的平均值，附 95% 区间。",
    "The game to play, or a net: a run, a path.": "棋种，或神经网络：训练目录或路径。",
}
