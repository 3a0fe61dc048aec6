"""The Chinese help of the studio."""

HELP = {
    "Play, analyse, review and train in the browser.": "在浏览器里对弈、分析、复盘和训练。",
    "Serves a page on this computer alone and opens it. Open games are kept when the studio stops, and runs go on. Works offline.": "只在这台电脑上提供网页并打开它。停止后未下完的棋会保留，训练照常进行。无需联网。",
    "Examples: tengen studio; tengen studio connect4; tengen studio examples/hex.py:Hex; tengen studio --engine rapfi=/opt/rapfi/pbrain-rapfi": "例如：tengen studio；tengen studio connect4；tengen studio examples/hex.py:Hex；tengen studio --engine rapfi=/opt/rapfi/pbrain-rapfi",
    "The game to begin with, such as connect4, or one of your own: FILE.py:CLASS. Default: gomoku:15x15/5.": "一开始下的棋，例如 connect4；也可以是自己写的：文件.py:类名。默认为 gomoku:15x15/5。",
    "Another game of your own to choose from; may be repeated.": "另一种可选的自己写的棋；可重复使用。",
    "A Gomocup engine to play against, under this name; may be repeated.": "可作为对手的 Gomocup 引擎及其名字；可重复使用。",
    "Port; if it is taken, the next free one.": "端口；已被占用时用下一个空闲的。",
    "Open the page in the browser.": "在浏览器中打开页面。",
    "Folder of the runs to show, and whose nets can be chosen.": "训练目录所在的文件夹：显示其中的训练，其神经网络可供选择。",
    "Folder for open games. Default: a folder of your own.": "存放棋局的文件夹。默认在用户自己的数据目录中。",
    "Address to listen at; others than loopback let other people in.": "监听地址；除本机回环地址外，都会让别人连入。",
    "Allow --host to be an address that others can reach.": "允许 --host 使用别人能访问的地址。",
    "What others must know to come in, with --open-to-network. Default: a random one.": "与 --open-to-network 同用：别人进入所需的口令。默认随机生成。",
}
