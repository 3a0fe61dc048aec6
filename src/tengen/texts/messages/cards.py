"""What the cards of shipped nets say, in Chinese."""

MESSAGES = {
    "{0}, stopped after {1}, then {2}": "{0}，第 {1} 分钟停止，然后 {2}",
    "{0} cores of AMD EPYC, Linux, shared with other work": "AMD EPYC {0} 核，Linux，与其他任务共用",
    "{0} cores of a shared x86_64 server, no GPU": "共用的 x86_64 服务器 {0} 核，无 GPU",
    "{0} against {1}: {2} won, {3} drawn, {4} lost, {5} of the points, Elo difference {6} (95% interval {7} to {8})": "{0} 对 {1}：{2} 胜 {3} 和 {4} 负，得分率 {5}，等级分差 {6}（95% 区间 {7} 到 {8}）",
    "{0} against {1}: {2} won, {3} drawn, {4} lost, {5} of the points, Elo difference {6} or more (95% interval)": "{0} 对 {1}：{2} 胜 {3} 和 {4} 负，得分率 {5}，等级分差至少 {6}（95% 区间）",
    "{0}: {1} of its moves keep the exact value (95% interval {2} to {3}), {4} are the best possible, on {5} positions": "{0}：在 {5} 个局面上，{1} 的着法不失误（95% 区间 {2} 到 {3}），{4} 为最佳",
    "{0}: {1} of its moves keep the exact value (95% interval {2} to {3}), {4} are the best possible, on {5} positions, {6} more were too hard to solve": "{0}：在 {5} 个局面上，{1} 的着法不失误（95% 区间 {2} 到 {3}），{4} 为最佳；另有 {6} 个局面太难，未能求解",
    "the net that the classic Gomoku system publishes for {0}, both with Tengen's search, imported as classic by tengen import-net": "经典五子棋系统发布的 {0} 神经网络（双方都用 Tengen 的搜索，经 tengen import-net 导入为 classic）",
    "net alone": "只用神经网络",
    "{0} simulations": "{0} 次模拟",
}
