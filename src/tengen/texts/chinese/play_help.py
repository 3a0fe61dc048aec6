"""The commands of a game, in Chinese."""

TEXTS = {
    "help move": "走一步棋",
    "help undo": "撤回你的上一步棋和对方的应手；“悔棋 3”撤回三步",
    "help redo": "重走撤回的棋",
    "help hint": "最佳着法，附胜率和访问次数",
    "help eval": "现在谁占优势",
    "help explain": "搜索的细节：每个着法和搜索树的顶部",
    "help swap": "与对手换边",
    "help level": "更换对手的级别，1 到 10；不写数字则列出各级别",
    "help save": "把对局存入文件：.sgf、.psq 或 .txt；“保存! 文件”会覆盖",
    "help moves": "目前为止的全部着法",
    "help board": "重新显示棋盘",
    "help new": "重新开始一局",
    "help resign": "认输",
    "help help": "显示本列表",
    "help quit": "退出（也可按 Ctrl-D）；Ctrl-C 会先询问是否保存",
    # Arguments of some commands.
    "argument undo": "[步数]",
    "argument level": "[数字]",
    "argument save": "文件",
}
