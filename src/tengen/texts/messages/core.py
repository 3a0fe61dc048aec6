"""What the core say, in Chinese."""

MESSAGES = {
    # core/games/any_game.hpp
    "the position belongs to another game": "这个局面属于另一种棋",
    # core/games/connect4.cpp
    "Connect Four needs at least 4 columns and 4 rows, and columns * (rows + 1) up to 64; got {0}x{1}": "四子棋至少需要 4 列 4 行，且 列数 * (行数 + 1) 不大于 64；输入的是 {0}x{1}",
    "the stone in column {0}, row {1} has nothing below it": "第 {0} 列第 {1} 行的棋子下面是空的",
    "the column of the last action is empty": "最后一步所在的列是空的",
    "both sides have a line of 4, which no game can reach": "双方都连成了四子：不可能有这样的终局",
    # core/games/game.hpp
    "the board has {0} cells; got {1}": "棋盘有 {0} 格；实际为 {1} 格",
    "a cell must be empty or hold a stone of seat 0 or 1": "格子应为空，或放有 0 方或 1 方的棋子",
    "the side to move and the first seat must be 0 or 1": "轮到的一方和先手应为 0 或 1",
    "the last action must be 0 to {0}; got {1}": "最后一步应为 0 到 {0}；实际为 {1}",
    # core/games/gomoku.cpp
    "Gomoku boards have 3 to 20 columns and rows; got {0}x{1}": "五子棋棋盘的行数和列数为 3 到 20；输入的是 {0}x{1}",
    "a line must have from 2 to {0} stones on this board; got {1}": "这个棋盘上连子数应为 2 到 {0}；输入的是 {1}",
    "both sides have a winning line, which no game can reach": "双方都连成了一线：不可能有这样的终局",
    # core/games/othello.cpp
    "Othello is played on 8x8 or 6x6; got {0}x{1}": "黑白棋的棋盘为 8x8 或 6x6；输入的是 {0}x{1}",
    # core/solver/column_book.cpp
    "not an opening book of Connect Four": "不是四子棋的开局库",
    "the opening book of Connect Four is damaged": "四子棋的开局库已损坏",
    # core/solver/forced_wins.cpp
    "forced wins are searched for in Gomoku only": "只能在五子棋中寻找必胜手顺",
    # core/solver/line_search.cpp
    "the game is over": "对局已结束",
    # core/solver/column_search.cpp
    "the solver takes boards where the sides moved in turn": "求解器只接受双方轮流落子的局面",
    # core/solver/line_board.cpp
    "the solver supports boards with (width + 1) * height up to 64": "求解器只接受 (宽 + 1) * 高 不大于 64 的棋盘",
    # core/solver/solver.cpp
    # core/selfplay/record.cpp
    "the game record is truncated": "对局记录不完整",
    "the game record contains an unterminated number": "对局记录中有未结束的数",
    "the game record contains an invalid number": "对局记录中有无效的数",
    "the game record contains an invalid policy target": "对局记录中有无效的策略目标",
    "a game record has no room for a name of {0} bytes": "对局记录放不下 {0} 字节的名字",
    "the game record contains an invalid name": "对局记录中有无效的名字",
    "game record format {0} is not supported; this version reads 1 to {1}": "不支持对局记录格式 {0}；本版可读 1 到 {1}",
    "the game record has trailing data": "对局记录末尾有多余的内容",
    # core/replay/validation.hpp
    "the record has no move to learn from": "记录中没有可供学习的着法",
    "the record has no searched move": "记录中没有经过搜索的着法",
    "at ply {0} the record has {1}: it belongs to another game or is damaged": "记录的第 {0} 手有 {1}：它属于另一种棋，或已损坏",
    "the recorded game does not end with the recorded result": "对局的结果与记录不符",
    # core/replay/any_window.cpp
    "the record has a policy target on action {0}, which the game does not have": "记录的策略目标含有动作 {0}，而这种棋没有这个动作",
    # core/replay/window.hpp
    "the replay window is empty": "回放窗口是空的",
}
