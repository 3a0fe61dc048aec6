"""What games and their records say, in Chinese."""

MESSAGES = {
    # partners/saving.py
    "{0} holds no game": "{0} 中没有对局",
    # play/games.py
    "an opening must not be a finished game": "开局不能是已经结束的对局",
    # play/move_text.py
    "{0} names no game; begin the line with one, such as connect4, or say which game it is": "{0} 不是棋种的名字；请在行首写上棋种，例如 connect4，或指明是哪一种棋",
    "the first seat is 0 or 1; got {0}": "先手座位为 0 或 1；实际为 {0}",
    "the line is of {0}, not of {1}": "这一行是 {0} 的，不是 {1} 的",
    "a text of moves": "着法文本",
    # play/properties.py
    "a node without a move has a property and follows 0 or more moves": "没有着法的节点应有属性，并跟在 0 步或更多着法之后",
    "{0} cannot be the name of a property kept from a file": "{0} 不能作为文件中属性的名字",
    "a value of property {0} cannot stand in a file": "属性 {0} 的一个值不能写入文件",
    # play/psq.py
    "PSQ holds only Gomoku with five in a row; this game is {0}": "PSQ 只能保存五子棋；这一局是 {0}",
    "line 1: a PSQ file begins with a line such as 'Piskvorky 15x15, 11:11, 0'; got {0}": "第 1 行：PSQ 文件以 'Piskvorky 15x15, 11:11, 0' 这样的一行开头；实际为 {0}",
    "line {0}: the rule is {1}, which Tengen does not play; name the game to read it as anyway, such as {2}": "第 {0} 行：规则为 {1}，Tengen 不支持；若仍要读取，请指明按哪种棋读，例如 {2}",
    "line {0}: who won is 0 (nobody), 1 or 2; got {1}": "第 {0} 行：胜者为 0（无）、1 或 2；实际为 {1}",
    "line 1: a PSQ file of {0}x{1} holds five in a row on that board; it cannot be read as {2}": "第 1 行：{0}x{1} 的 PSQ 文件是该棋盘上的五子棋；不能按 {2} 读取",
    "{0} is not on the board of {1}": "{0} 不在 {1} 的棋盘上",
    "line {0}: expected a move such as '8,8,0', or two names and a number; got {1}": "第 {0} 行：应为 '8,8,0' 这样的着法，或两个名字和一个数；实际为 {1}",
    # play/record_files.py
    "record files are read up to {0} MB": "记录文件最大读取 {0} MB",
    "line 1: there is no game in it": "第 1 行：文件中没有对局",
    "record files are of format {0}; got {1}": "记录文件的格式为 {0}；输入的是 {1}",
    "a PSQ file holds one game; got {0}": "PSQ 文件只能保存一局；这里有 {0} 局",
    "{0}: name the format, or take one of the suffixes {1}": "{0}：请指明格式，或使用后缀 {1}",
    "there is no folder {0}: make it first": "没有文件夹 {0}：请先建立",
    "this is not a regular file": "不是普通文件",
    "it cannot be read: {0}": "无法读取：{0}",
    "{0} already exists; overwrite it (--force), or choose another name": "{0} 已存在；可用 --force 覆盖，或换一个名字",
    # play/records.py
    "a draw": "和棋",
    "{0} won": "{0}胜",
    "the result is said to be {0}; by the rules of {1} it is {2}": "文件写的结果是{0}；按 {1} 的规则应为{2}",
    "{0} cannot hold a game that begins with stones set up (AB, AW); write SGF": "{0} 不能保存从摆好的局面（AB、AW）开始的对局；请写成 SGF",
    "the value of a move is from -1 to 1; got {0}": "着法的评估值在 -1 到 1 之间；实际为 {0}",
    "seconds are 0 or more; got {0}": "秒数不能小于 0；实际为 {0}",
    "a proof is win, draw or loss; got {0}": "证明为 win、draw 或 loss；实际为 {0}",
    "a record has one note for each of its {0} moves, or none; got {1}": "记录应为 {0} 步着法各有一条注释，或完全没有；实际有 {1} 条",
    "a node follows one of the {0} moves at the latest": "节点最晚应跟在 {0} 步着法的最后一步之后",
    "action {0} of {1}": "{1} 的动作 {0}",
    "move {0}: {1}; if the file is right, {2} is not its game": "第 {0} 手：{1}；如果文件没有错，它就不是 {2}",
    "move {0}: {1} is not legal here": "第 {0} 手：这里不能走 {1}",
    "line {0}: {1}": "第 {0} 行：{1}",
    # play/searching.py
    "threads must be 1 or more and at most {0}; got {1}": "线程数应在 1 到 {0} 之间；输入的是 {1}",
    "threads must be 1 or more; got {0}": "线程数不能小于 1；输入的是 {0}",
    # play/session.py
    "there is nothing to redo": "没有可以重走的棋",
    "there is no move of yours to take back": "没有可以撤回的棋",
    # play/setups.py
    "the set-up stones are a finished game of {0} ({1}): there is nothing to play": "摆好的棋子已是 {0} 的终局（{1}）：没有可下的棋",
    "with {0} black and {1} white stones set up it cannot be {2}'s turn: both sides move in turn": "摆了 {0} 颗黑子和 {1} 颗白子，不可能轮到{2}：双方应轮流落子",
    "the set-up stones cannot be used: {0}": "摆好的棋子不能用：{0}",
    # play/sgf.py
    "a node holds one move; this one has more": "一个节点只能有一步着法；这里有多步",
    "{0} moves twice in a row": "{0}连走了两手",
    # play/sgf_board.py
    "SGF holds games whose moves are points of a board, not {0}": "SGF 只能保存着法为棋盘上的点的棋，不能保存 {0}",
    "SGF holds boards up to {0} a side, not {1}": "SGF 的棋盘边长最多为 {0}，不能保存 {1}",
    "the file has a board of {0}x{1}; {2} is played on {3}x{4}": "文件中的棋盘为 {0}x{1}；{2} 的棋盘为 {3}x{4}",
    "GM[{0}] is not a game of Tengen; GM[4] is Gomoku, GM[2] Othello": "GM[{0}] 不是 Tengen 的棋；GM[4] 是五子棋，GM[2] 是黑白棋",
    "the file is of Renju, which has other rules; name the game to read it as anyway, such as {0}": "这个文件是连珠，规则不同；若仍要读取，请指明按哪种棋读，例如 {0}",
    "SZ is a number, or width:height; got {0}": "SZ 应为一个数，或 宽:高；实际为 {0}",
    "a stone dropped into column {0} does not end on {1}": "落入第 {0} 列的棋子不会停在 {1}",
    "a point is two letters such as 'dd'; got {0}": "点为两个字母，例如 'dd'；实际为 {0}",
    "point {0} is not on the {1}x{2} board": "点 {0} 不在 {1}x{2} 棋盘上",
    # play/sgf_notes.py
    "{0} needs a number; got {1}": "{0} 需要一个数；实际为 {1}",
    "{0} needs a whole number; got {1}": "{0} 需要一个整数；实际为 {1}",
    "{0} has no {1}; it has {2}": "{0} 没有 {1}；只有 {2}",
    # play/sgf_setup.py
    "{0} sets stones up after move {1}; Tengen reads set-up stones only before the first move": "{0} 在第 {1} 手之后摆放棋子；Tengen 只读取第一手之前摆放的棋子",
    "point {0} is set up twice": "点 {0} 摆放了两次",
    # play/sgf_tree.py
    "the file ends before {0} ')' that it needs": "文件在补齐 {0} 个 ')' 之前就结束了",
    "a tree needs a node (';') before its first branch": "树的第一个分支之前需要节点（';'）",
    "a tree without a node (';')": "树中没有节点（';'）",
    "a node cannot follow a branch of the same tree": "同一棵树的分支之后不能再有节点",
    "property {0} stands outside a node": "属性 {0} 不在任何节点中",
    "a value in [] without the name of its property": "[] 中的值前面没有属性名",
    "{0} is neither '(', ')', ';', a property nor a value in []": "{0} 不是 '('、')'、';'、属性，也不是 [] 中的值",
    "a value has no closing ]": "有一个值缺少结尾的 ]",
    "an SGF file holds game trees that begin with '(;'": "SGF 文件由以 '(;' 开头的棋谱树组成",
    "line 1: there is no game; an SGF file begins with '(;'": "第 1 行：没有对局；SGF 文件以 '(;' 开头",
}
