"""What stands in the places of sentences, and sentences that read differently with it, in Chinese."""

FORMS = {
    "net:NAME@SIMULATIONS or net:NAME@2s": "net:名字@模拟次数 或 net:名字@2s",
    "mcts@PLAYOUTS or mcts@2s": "mcts@次数 或 mcts@2s",
    "tactical@PLAYOUTS or tactical@2s": "tactical@次数 或 tactical@2s",
    "random": "random",
    "perfect": "perfect",
    "engine:COMMAND or engine:COMMAND@2s": "engine:命令 或 engine:命令@2s",
    "kaggle:FILE or kaggle:FILE@2s": "kaggle:文件 或 kaggle:文件@2s",
    "human": "human",
    "level:1 to level:10": "level:1 到 level:10",
}
"""How players are written, in the order in which arena/specs.py lists them."""

GAME_FORMS = (
    "tictactoe",
    "connect4 | connect4:WxH",
    "gomoku:WxH/N | gomoku:WxH/N:standard",
    "othello | othello:6x6",
)
"""How games are written, in the order in which rules/registry.py lists them."""

MESSAGES = {
    # arena/specs.py
    **FORMS,
    ", ".join(FORMS): "、".join(FORMS.values()),
    "a whole number of simulations such as 400, or a time such as 2s or 500ms": "模拟次数（整数，例如 400）或时间（例如 2s 或 500ms）",
    "a whole number of playouts such as 1000, or a time such as 2s or 500ms": "随机模拟次数（整数，例如 1000）或时间（例如 2s 或 500ms）",
    "a time such as 2s or 500ms": "时间（例如 2s 或 500ms）",
    "the net after {0}: is missing": "{0}: 后面缺少神经网络的名字",
    "the command after {0}: is missing": "{0}: 后面缺少命令",
    "the file after {0}: is missing": "{0}: 后面缺少文件名",
    "the number after {0}: is missing": "{0}: 后面缺少数字",
    # play/move_text.py
    "a move string cannot hold a game that begins with set-up stones (AB, AW); use SGF": "着法文本不能保存从摆好的局面（AB、AW）开始的对局；请写成 SGF",
    # play/sgf.py
    "black moves twice in a row": "黑方连走了两手",
    "white moves twice in a row": "白方连走了两手",
    # cli/nets.py
    "nets are exported as {0} or {1}; got {2}": "神经网络可导出为 {0} 或 {1}；输入的是 {2}",
    # rules/registry.py
    ", ".join(GAME_FORMS): "、".join(GAME_FORMS),
    # play/records.py
    "black won": "黑方胜",
    "white won": "白方胜",
    "red won": "红方胜",
    "yellow won": "黄方胜",
    "cross won": "X 方胜",
    "nought won": "O 方胜",
    # studio/refusals.py
    "as the list of messages says": "见消息列表",
    # settings/models.py
    "{0} must be {1} or more; got {2}": "{0} 不能小于 {1}；输入的是 {2}",
    "{0} must be {1} or more and at most {2}; got {3}": "{0} 应在 {1} 到 {2} 之间；输入的是 {3}",
    "{0} must be above {1}; got {2}": "{0} 应大于 {1}；输入的是 {2}",
    "{0} must be above {1} and at most {2}; got {3}": "{0} 应大于 {1} 且不大于 {2}；输入的是 {3}",
}
