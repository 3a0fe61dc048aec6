"""Advice from the search during a game, in Chinese."""

TEXTS = {
    "hint title": "{visits} 次模拟后{seat}的最佳着法（{evaluator}）",
    "hint move": "着法",
    "hint rate": "胜率",
    "hint visits": "访问次数",
    "hint line": "后续着法",
    "eval you": "你的胜率为 {rate}（和棋算一半）。",
    "eval seat": "{seat}的胜率为 {rate}（和棋算一半）。",
    "eval wdl you": "预计你胜 {win}，和 {draw}，负 {loss}。",
    "eval wdl seat": "预计{seat}胜 {win}，和 {draw}，负 {loss}。",
    "proof win": "{seat}必胜，{plies} 手：{line}。",
    "proof draw": "{seat}至少能和，但赢不了。",
    "proof loss": "{seat}必败，{plies} 手：{line}。",
    "moves left": "大约还有 {plies} 手。",
    "best": "最佳着法：{move}；后续 {line}。",
    "evaluated by": "评估：{evaluator}，共 {visits} 次模拟。",
    "evaluator net": "神经网络 {name}",
    "evaluator rollouts": "随机模拟",
    "symbols": "x 是{first}，o 是{second}。",
}
