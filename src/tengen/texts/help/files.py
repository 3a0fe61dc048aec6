"""The Chinese help of the commands about nets and files."""

HELP = {
    # nets
    "List the nets that come with Tengen: their games, where they come from, how strong.": "列出 Tengen 自带的神经网络：棋种、来历和棋力。",
    # import-net
    "Turn a net of the classic Gomoku system into a checkpoint.": "把经典五子棋系统的神经网络转为检查点。",
    "Net of the classic system: .model or PyTorch.": "经典系统的神经网络：.model 或 PyTorch 文件。",
    "The game it plays, such as gomoku:8x8/5.": "它下的棋，例如 gomoku:8x8/5。",
    "Checkpoint to write: a folder, or X.safetensors.": "要写入的检查点：文件夹，或 X.safetensors。",
    "Overwrite what already exists there.": "覆盖那里已有的内容。",
    # export
    "Write a net in a format of other programs.": "把神经网络导出为其他程序的格式。",
    "A shipped net, such as connect4, a path, or a run.": "自带的神经网络（例如 connect4）、路径或训练目录。",
    "File to write; usually NET.onnx, or submission.py beside NET, and in this folder for a shipped net.": "要写入的文件；默认为 NET.onnx 或 NET 旁边的 submission.py，自带的神经网络则写入当前文件夹。",
    "onnx, or kaggle: an agent for ConnectX in one file.": "onnx，或 kaggle：单个文件的 ConnectX 程序。",
    "A Kaggle agent can be tried before it is submitted: tengen match kaggle:submission.py mcts@2000": "提交之前可以先试试 Kaggle 程序：tengen match kaggle:submission.py mcts@2000",
    "Examples: tengen export connect4 --format kaggle --seconds 1; tengen export runs/mine --out mine.onnx": "例如：tengen export connect4 --format kaggle --seconds 1；tengen export runs/mine --out mine.onnx",
    "Of a Kaggle agent: maximum per move. Default: 100,000.": "Kaggle 程序每步最多的模拟次数。默认为 100,000。",
    "Of a Kaggle agent: maximum per move. Default: 80% of the time Kaggle allows.": "Kaggle 程序每步最多的秒数。默认为 Kaggle 限时的 80%。",
    # convert
    "Turn game records into another format: SGF, PSQ (Piskvork), or plain move strings.": "转换棋谱格式：SGF、PSQ（Piskvork）或纯着法文本。",
    "File to read; - is the input.": "要读取的文件；- 为标准输入。",
    "File to write; - is the output.": "要写入的文件；- 为标准输出。",
    "The game, where the file does not say it, or SGF and PSQ say it otherwise.": "棋种，用于文件没有注明，或 SGF、PSQ 中写法不同的情况。",
    "Format of IN: sgf, psq, moves; by default its suffix.": "IN 的格式：sgf、psq、moves；默认由后缀决定。",
    "Format of OUT: sgf, psq, moves; by default its suffix.": "OUT 的格式：sgf、psq、moves；默认由后缀决定。",
    "Overwrite OUT if it already exists.": "如果 OUT 已存在，就覆盖它。",
    "SGF keeps everything, also what other programs wrote about a game and its moves. Where another format does not, a sentence says what is lost. Games that begin with stones set up (AB, AW) stay SGF: PSQ and move strings cannot hold them.": "SGF 保留所有内容，包括其他程序写的关于对局和着法的内容。其他格式会丢失什么，都会说明。从摆好的局面（AB、AW）开始的对局只能是 SGF：PSQ 和着法文本无法保存。",
    # bench
    "Check what the search does on this machine.": "检查搜索在本机上的行为。",
    "Print one hash over fixed searches on all games.": "对所有棋种做固定的搜索，显示一个散列值。",
    "It is the same on every machine, whatever the number of cores, and changes exactly when the search finds other visit counts. The golden value is in tests/golden/signature.txt.": "无论多少核，在任何电脑上都相同；只有搜索得出不同的访问次数时才会改变。标准值在 tests/golden/signature.txt 中。",
}
