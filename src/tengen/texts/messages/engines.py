"""What engines say, in Chinese."""

MESSAGES = {
    # engines/driver.py
    "Gomocup engines play gomoku:WxH/5 and gomoku:WxH/5:standard; got {0}": "Gomocup 引擎只下 gomoku:WxH/5 和 gomoku:WxH/5:standard；输入的是 {0}",
    "expected OK to START; got {0}": "发出 START 后应答 OK；收到 {0}",
    "expected a move x,y; got {0}": "应为着法 x,y；收到 {0}",
    "illegal move: {0} is not empty": "不合规则的着法：{0} 已有棋子",
    "OK to START": "对 START 应答 OK",
    "a move": "一步棋",
    "no answer within {0} s; expected {1}": "{0} 秒内没有应答；本应是{1}",
    "expected {0}; got {1}": "应为 {0}；收到 {1}",
    "illegal move: {0}": "不合规则的着法：{0}",
    # engines/engine.py
    "there is no board yet: send START first": "还没有棋盘：请先发送 START",
    "BEGIN needs an empty board: send RESTART first": "BEGIN 需要空棋盘：请先发送 RESTART",
    "only the last move can be taken back, not {0}": "只能撤回最后一手，不能撤回 {0}",
    "the game is over: {0}": "对局已结束：{0}",
    "board sides must be {0}; got {1}x{2}": "棋盘边长为 {0}；收到 {1}x{2}",
    "START's board size": "START 的棋盘大小",
    "RECTSTART's width,height": "RECTSTART 的宽,高",
    # engines/gtp.py
    "GTP engines play Othello here; got {0}": "这里的 GTP 引擎只下黑白棋；输入的是 {0}",
    "GTP has no command for a board that was set up": "GTP 没有摆放局面的命令",
    "it resigned": "它认输了",
    "it refused {0}: {1}": "它拒绝了 {0}：{1}",
    "no answer within {0} s; expected one to {1}": "{0} 秒内没有应答 {1}",
    "expected a move such as d3 or pass; got {0}": "应为 d3 或 pass 这样的着法；收到 {0}",
    # engines/protocols.py
    "engines play gomoku:WxH/5, gomoku:WxH/5:standard and othello; got {0}": "引擎可下 gomoku:WxH/5、gomoku:WxH/5:standard 和 othello；输入的是 {0}",
    # engines/info.py
    "INFO {0} must be 0 or more; got {1}": "INFO {0} 不能小于 0；收到 {1}",
    "INFO {0}": "INFO {0}",
    # engines/kaggle.py
    "Kaggle's agents play Connect Four; got {0}": "Kaggle 智能体只下四子棋；输入的是 {0}",
    "there is no file {0} with a Kaggle agent": "没有 Kaggle 智能体的文件 {0}",
    "the agent cannot be loaded: {0}": "无法载入 Kaggle 智能体：{0}",
    "the agent to load": "载入 Kaggle 智能体",
    "the file defines no function": "文件中没有定义函数",
    "a column": "一列",
    "the agent raised {0}": "Kaggle 智能体引发了 {0}",
    "expected a column from 0 to {0}; got {1}": "应为 0 到 {0} 的列；收到 {1}",
    "illegal move: column {0} is full": "不合规则的着法：第 {0} 列已满",
    # engines/opening.py
    "SWAP2BOARD takes 0, 3 or 5 stones; got {0}": "SWAP2BOARD 后面应有 0、3 或 5 颗棋子；收到 {0} 颗",
    # engines/process.py
    "these lines are closed": "这些行已关闭",
    "the command of an engine is empty": "引擎的命令是空的",
    "cannot start {0}: {1} is not a program; give its path, and make it executable": "无法启动 {0}：{1} 不是程序；请给出它的路径，并确保它可以执行",
    "the engine has exited after {0}": "引擎在 {0} 之后退出了",
    "the engine has exited": "引擎已退出",
    "cannot parse the command {0}: {1}": "无法解析命令 {0}：{1}",
    "cannot start {0}: {1}": "无法启动 {0}：{1}",
    # engines/protocol.py
    "{0} must be a whole number; got {1}": "{0} 应为整数；收到 {1}",
    "a cell x,y": "格子 x,y",
    "{0} must be {1} comma-separated numbers; got {2}": "{0} 应为 {1} 个用逗号隔开的数；收到 {2}",
    "{0},{1} is not on the {2} board": "{0},{1} 不在 {2} 棋盘上",
    # engines/stones.py
    "a stone x,y,owner": "棋子 x,y,所属方",
    "the owner of a stone must be 1 (own) or 2 (opponent); got {0}": "棋子的所属方为 1（己方）或 2（对方）；收到 {0}",
    "two stones on the same cell": "有两颗棋子在同一格",
    "{0} is not empty": "{0} 已有棋子",
}
