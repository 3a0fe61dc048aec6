"""What players, matches and measurements say, in Chinese."""

MESSAGES = {
    # arena/bitbully.py
    "the perfect solver takes boards where the sides moved in turn": "完美求解器只接受双方轮流落子的局面",
    "the comparison with BitBully": "与 BitBully 比较",
    # arena/elo.py
    "{0} to {1}": "{0} 到 {1}",
    "Elo difference {0} (95% interval {1})": "等级分差 {0}（95% 区间 {1}）",
    "Elo difference not known yet": "等级分差未知",
    "too few games to tell": "局数太少，无法判断",
    "Elo difference {0} or less (95% interval)": "等级分差不超过 {0}（95% 区间）",
    "Elo difference {0} or more (95% interval)": "等级分差至少 {0}（95% 区间）",
    # arena/exact_positions.py
    "a meter needs 1 position or more; got {0}": "测量至少需要 1 个局面；输入的是 {0}",
    # arena/levels.py
    "levels are 1 to {0}; got {1}": "级别为 1 到 {0}；输入的是 {1}",
    # arena/match.py
    "a match has 1 pair of games or more and at most {0}; got {1}": "一场比赛应有 1 到 {0} 对对局（每对两局）；输入的是 {1}",
    # arena/match_lines.py
    "{0} of {1} games: {2}": "已下 {0}/{1} 局：{2}",
    # arena/match_settings.py
    "{0} starts a program, and Tengen starts one only when you name it: type both players on the command line": "{0} 会启动程序，而 Tengen 只启动你亲自指明的程序：请在命令行上写出两名棋手",
    "a match file has the section [{0}] and no other; got {1}": "比赛文件只能有 [{0}] 一节；文件中有 {1}",
    "a match file has the section [{0}] and no other": "比赛文件只能有 [{0}] 一节",
    "a match needs exactly two players; got {0}": "必须恰好有两名棋手；实际有 {0} 名",
    "a match needs two players: give A and B, or a file with --config": "比赛需要两名棋手：请给出 A 和 B，或用 --config 指定文件",
    # arena/meter.py
    "there are no positions to measure on": "没有可供测量的局面",
    "simulations are 0 or more; got {0}": "模拟次数不能小于 0；输入的是 {0}",
    # arena/openings.py
    "random games of {0} end within {1} plies: choose fewer": "{0} 的随机对局走 {1} 手就结束了：请减少手数",
    "openings are random, random:4 (four random plies), random:2-4 (two to four) or a file of moves; there is no file {0}": "开局可以是 random、random:4（随机走四手）、random:2-4（随机走二至四手）或着法文件；没有文件 {0}",
    "{0}: opening {1} is a finished game ({2})": "{0}：第 {1} 个开局是已经结束的对局（{2}）",
    # arena/players.py
    "which game? These players can play several ({0}): name one, such as --game connect4": "是哪一种棋？这些棋手会下好几种（{0}）：请用 --game 指明，例如 --game connect4",
    "human players are available in `tengen play` only": "human 只能用于 `tengen play`",
    "a level is a number; got {0}": "级别应为数字；输入的是 {0}",
    "the net plays {0}, which does not ship with Tengen: name its rules with --game FILE.py:CLASS": "这个神经网络下的是 {0}，不是 Tengen 自带的棋：请用 --game FILE.py:CLASS 指明规则",
    # arena/ratings.py
    "players who are not connected by games cannot be compared": "没有通过对局联系起来的棋手无法比较",
    # arena/round_robin.py
    "a round robin needs two players or more": "循环赛至少需要两名棋手",
    "{0} is listed twice; list every player once": "{0} 写了两次；每名棋手只写一次",
    # arena/score_text.py
    "scores are words such as +3, -8, 0 or a dot; got {0}": "分数写作 +3、-8、0 或一个点；实际为 {0}",
    # arena/specs.py
    "there is no option {0}; the only one is a temperature such as t=0.5": "没有选项 {0}；只有温度，例如 t=0.5",
    "without a search there is nothing to make plain": "不搜索时不能加 plain",
    "there is no option {0}; options are a temperature such as t=0.5, and plain": "没有选项 {0}；可用的选项是温度（例如 t=0.5）和 plain",
    "the {0} after {1}: is missing": "{1}: 后面缺少 {0}",
    "{0} takes no budget, and has @{1}": "{0} 不能指定搜索量，但写了 @{1}",
    "the budget after @ is {0}; got {1}": "@ 后面的搜索量应为 {0}；输入的是 {1}",
    "a budget is at most {0}; got {1}": "搜索量最多为 {0}；输入的是 {1}",
    "pure MCTS needs 1 playout or more; got '0'": "纯 MCTS 至少需要 1 次随机模拟；输入的是 '0'",
    "a move needs a millisecond or more": "每步棋至少需要一毫秒",
    "{0} takes no temperature, and has t={1}": "{0} 不能指定温度，但写了 t={1}",
    "the temperature after t= is a number of 0 or more, such as 0.5; got {0}": "t= 后面的温度应为不小于 0 的数，例如 0.5；输入的是 {0}",
    "{0} takes nothing after a colon or a comma": "{0} 的冒号或逗号后面不能有内容",
    "{0}: {1}; write {2}": "{0}：{1}；请写成 {2}",
    "did you mean {0}{1}? Players are: {2}": "是不是想写 {0}{1}？可用的棋手：{2}",
    "did you mean net:{0}{1}? Players are: {2}": "是不是想写 net:{0}{1}？可用的棋手：{2}",
    "players are: {0}": "可用的棋手：{0}",
    "there is no player {0}; {1}": "没有棋手 {0}；{1}",
    "levels are 1 to {0}; got {1} in {2}": "级别为 1 到 {0}；{2} 中的是 {1}",
    # arena/sprt.py
    "an SPRT needs two Elo differences, the smaller first, within {0}; got {1},{2}": "SPRT 需要两个等级分差，小的在前，且不超过 {0}；输入的是 {1},{2}",
    "alpha and beta must be between 0 and 0.5; got {0}": "alpha 和 beta 应在 0 和 0.5 之间；输入的是 {0}",
    "an SPRT is two Elo differences such as 0,10; got {0}": "SPRT 写作两个等级分差，例如 0,10；输入的是 {0}",
    "undecided": "未定",
    "accepted: better by {0} Elo rather than {1}": "接受：高出 {0} 分，而不是 {1} 分",
    "rejected: better by {0} Elo or less, not by {1}": "拒绝：最多高出 {0} 分，不到 {1} 分",
    "SPRT {0}: {1} (log-likelihood ratio {2}, bounds {3} and {4})": "SPRT {0}：{1}（对数似然比 {2}，界限 {3} 和 {4}）",
    # arena/tally.py
    "{0} of {1} ({2}): {3}": "{1} 局得 {0} 分（{2}）：{3}",
    "{0} won, {1} drawn, {2} lost": "{0} 胜 {1} 和 {2} 负",
}
