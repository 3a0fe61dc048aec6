"""What games and their records say, in Chinese."""

MESSAGES = {
    # partners/saving.py
    "{0} holds no game": "{0} 中没有对局",
    # play/games.py
    "an opening must not be a finished game": "开局不能是已经结束的对局",
    # play/move_text.py
    "{0} is not a game; begin the line with one, such as connect4, or name the game": "{0} 不是棋种的名字；请在行首写上棋种，例如 connect4，或指明是哪一种棋",
    "the first seat must be 0 or 1; got {0}": "先手为 0 或 1；实际为 {0}",
    "a seat must be 0 or 1; got {0}": "座位应为 0 或 1；实际为 {0}",
    "the line is a game of {0}, not {1}": "这一行是 {0} 的，不是 {1} 的",
    "a move string": "着法文本",
    # play/properties.py
    "a node without a move must have a property and follow 0 or more moves": "没有着法的节点应有属性，并跟在 0 步或更多着法之后",
    "{0} is not a valid property name": "{0} 不是有效的属性名",
    "invalid value of property {0}": "属性 {0} 的值无效",
    # play/psq.py
    "PSQ holds only Gomoku with five in a row; this game is {0}": "PSQ 只能保存五子连珠的五子棋；这一局是 {0}",
    "line 1: a PSQ file begins with a line such as 'Piskvorky 15x15, 11:11, 0'; got {0}": "第 1 行：PSQ 文件以 'Piskvorky 15x15, 11:11, 0' 这样的一行开头；实际为 {0}",
    "line {0}: Tengen does not play the rule {1}; to read it anyway, name a game such as {2}": "第 {0} 行：规则为 {1}，Tengen 不支持；若仍要读取，请指明按哪种棋读，例如 {2}",
    "line {0}: the winner must be 0 (none), 1 or 2; got {1}": "第 {0} 行：胜者为 0（无）、1 或 2；实际为 {1}",
    "line 1: a PSQ file of {0}x{1} holds five in a row on that board; it cannot be read as {2}": "第 1 行：{0}x{1} 的 PSQ 文件是该棋盘上的五子棋；不能按 {2} 读取",
    "{0} is not on the board of {1}": "{0} 不在 {1} 的棋盘上",
    "line {0}: expected a move such as '8,8,0', or two names and a number; got {1}": "第 {0} 行：应为 '8,8,0' 这样的着法，或两个名字和一个数；实际为 {1}",
    # play/record_files.py
    "record files may have at most {0} MB": "记录文件最大读取 {0} MB",
    "line 1: the file contains no game": "第 1 行：文件中没有对局",
    "the record format must be {0}; got {1}": "记录文件的格式为 {0}；输入的是 {1}",
    "a PSQ file holds one game; got {0}": "PSQ 文件只能保存一局；这里有 {0} 局",
    "{0}: give the format, or use one of the suffixes {1}": "{0}：请指明格式，或使用后缀 {1}",
    "not a regular file": "不是普通文件",
    "cannot be read: {0}": "无法读取：{0}",
    "{0} already exists; overwrite it (--force), or choose another name": "{0} 已存在；可用 --force 覆盖，或换一个名字",
    "there is no folder {0}: create it first": "没有文件夹 {0}：请先创建",
    # play/records.py
    "a draw": "和棋",
    "{0} won": "{0}胜",
    "the file gives the result as {0}; by the rules of {1} it is {2}": "文件写的结果是{0}；按 {1} 的规则应为{2}",
    "{0} cannot hold a game that begins with set-up stones (AB, AW); use SGF": "{0} 不能保存从摆好的局面（AB、AW）开始的对局；请写成 SGF",
    "the value of a move must be from -1 to 1; got {0}": "着法的评估值在 -1 到 1 之间；实际为 {0}",
    "seconds must be 0 or more; got {0}": "秒数不能小于 0；实际为 {0}",
    "a proof must be win, draw or loss; got {0}": "证明为 win、draw 或 loss；实际为 {0}",
    "a record must have one note for each of its {0} moves, or none; got {1}": "记录应为 {0} 步着法各有一条注释，或完全没有；实际有 {1} 条",
    "a node must follow one of the {0} moves": "节点最晚应跟在 {0} 步着法的最后一步之后",
    "action {0} of {1}": "{1} 的动作 {0}",
    "move {0}: the game is over after move {1}; the file may be of a game other than {2}": "第 {0} 手：棋局在第 {1} 手后已结束；这个文件可能不是 {2} 的对局",
    "move {0}: {1} is not legal here": "第 {0} 手：这里不能走 {1}",
    "line {0}: {1}": "第 {0} 行：{1}",
    # play/searching.py
    "threads must be 1 or more; got {0}": "线程数不能小于 1；输入的是 {0}",
    # play/session.py
    "nothing to redo": "没有可以重走的棋",
    "no move of yours to take back": "没有可以撤回的棋",
    # play/setups.py
    "the set-up stones are a finished game ({0}): nothing is left to play": "摆好的局面已经结束（{0}）：已无棋可下",
    "the set-up stones cannot be used: {0}": "摆好的棋子不能用：{0}",
    # play/sgf.py
    "a node must hold a single move; this one has more": "一个节点只能有一步着法；这里有多步",
    "{0} moves twice in a row": "{0}连走了两手",
    # play/sgf_board.py
    "SGF holds only games whose moves are points on a board, and {0} is not one: choose a name that ends in .txt": "SGF 只能保存着法为棋盘上的点的棋，不能保存 {0}：请用以 .txt 结尾的文件名",
    "SGF holds boards up to {0} a side, and {1} is larger: choose a name that ends in .txt": "SGF 的棋盘边长最多为 {0}，{1} 更大：请用以 .txt 结尾的文件名",
    "the file has a board of {0}x{1}; {2} is played on {3}x{4}": "文件中的棋盘为 {0}x{1}；{2} 的棋盘为 {3}x{4}",
    "GM[{0}] is not supported; GM[4] is Gomoku, GM[2] is Othello": "不支持 GM[{0}]；GM[4] 是五子棋，GM[2] 是黑白棋",
    "the file is a Renju game, which has other rules; to read it anyway, name a game such as {0}": "这个文件是连珠，规则不同；若仍要读取，请指明按哪种棋读，例如 {0}",
    "SZ must be a number or width:height; got {0}": "SZ 应为一个数，或 宽:高；实际为 {0}",
    "a stone dropped into column {0} does not land on {1}": "落入第 {0} 列的棋子不会停在 {1}",
    "a point must be two letters such as 'dd'; got {0}": "点为两个字母，例如 'dd'；实际为 {0}",
    "point {0} is not on the {1}x{2} board": "点 {0} 不在 {1}x{2} 棋盘上",
    # play/sgf_notes.py
    "{0} needs a number; got {1}": "{0} 需要一个数；实际为 {1}",
    "{0} needs a whole number; got {1}": "{0} 需要一个整数；实际为 {1}",
    "{0} has no {1}; it has {2}": "{0} 没有 {1}；只有 {2}",
    # play/sgf_setup.py
    "{0} sets stones up after move {1}; Tengen reads set-up stones only before the first move": "{0} 在第 {1} 手之后摆放棋子；Tengen 只读取第一手之前摆放的棋子",
    "point {0} is set up twice": "点 {0} 摆放了两次",
    # play/sgf_tree.py
    "the file ends with {0} ')' missing": "文件结尾缺少 {0} 个 ')'",
    "a tree needs a node (';') before its first branch": "树的第一个分支之前需要节点（';'）",
    "a tree without a node (';')": "树中没有节点（';'）",
    "a node cannot follow a branch of the same tree": "同一棵树的分支之后不能再有节点",
    "property {0} is outside a node": "属性 {0} 不在任何节点中",
    "a value in [] without the name of its property": "[] 中的值前面没有属性名",
    "{0} is neither '(', ')', ';', a property nor a value in []": "{0} 不是 '('、')'、';'、属性，也不是 [] 中的值",
    "a value has no closing ]": "有一个值缺少结尾的 ]",
    "an SGF file holds game trees that begin with '(;'": "SGF 文件由以 '(;' 开头的棋谱树组成",
    "line 1: there is no game; an SGF file begins with '(;'": "第 1 行：没有对局；SGF 文件以 '(;' 开头",
}
