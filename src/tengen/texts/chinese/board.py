"""The board and what stands beside it, the beginning and the end of a game, in Chinese."""

TEXTS = {
    # The board and its side.
    "move number": "第 {number} 手",
    "last move": "上一手：{move}",
    "passed": "{seat}停一手",
    "discs": "棋子 {first} : {second}",
    "to move": "轮到{seat}",
    "your move": "{seat}，请走棋",
    "legal moves": "可走：{moves}",
    "and more": "{moves} 等（另有 {count} 个）",
    "thinking": "{seat}正在思考",
    "looking": "正在计算",
    "looking so far": "正在计算，已模拟 {simulations} 次",
    # Beginning and end.
    "welcome": "直接输入着法，例如 {example}；输入“帮助”查看全部命令。",
    "loaded": "已载入 {file}：共 {moves} 手。",
    "loaded first": "{file} 含 {count} 局棋，已载入第一局，共 {moves} 手。",
    "other opponent": "文件中的对手 {asked} 不能用；改为：{opponent}。",
    "you win": "你赢了：{reason}。",
    "you lose": "你输了：{reason}。",
    "seat wins": "{seat}获胜：{reason}。",
    "draw": "和棋：{reason}。",
    "reason line": "连成一线",
    "reason board full": "棋盘已满",
    "reason more discs": "棋子更多",
    "reason equal discs": "双方棋子一样多",
    "reason resigned": "对方认输",
    "reason chain": "连通了两边",
    "you resigned": "你认输了",
    "over prompt": "新局、悔棋、保存 文件、退出",
    "goodbye": "再见。",
}
