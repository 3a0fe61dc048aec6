"""The Chinese help of the commands about nets and files."""

HELP = {
    # nets
    "List the nets that ship with Tengen: game, training and measured strength.": "列出 Tengen 自带的神经网络：棋种、训练方式和测得的棋力。",
    # import-net
    "Convert a net of the classic Gomoku system to a checkpoint.": "把经典五子棋系统的神经网络转为检查点。",
    "Net file of the classic system: .model or PyTorch.": "经典系统的神经网络：.model 或 PyTorch 文件。",
    "The game the net plays, such as gomoku:8x8/5.": "它下的棋，例如 gomoku:8x8/5。",
    "Checkpoint to write: a folder or X.safetensors.": "要写入的检查点：文件夹，或 X.safetensors。",
    "Overwrite existing files.": "覆盖已有的文件。",
    # export
    "Export a net for other programs: ONNX, or a Kaggle agent.": "导出神经网络，供其他程序使用：ONNX 或 Kaggle 智能体。",
    "Examples: tengen export connect4 --format kaggle --seconds 1; tengen export perfect --format kaggle; tengen export runs/mine --out mine.onnx": "例如：tengen export connect4 --format kaggle --seconds 1；tengen export perfect --format kaggle；tengen export runs/mine --out mine.onnx",
    "A shipped net, such as connect4, a path or a run; with --format kaggle also perfect, the exact player of Connect Four.": "自带的神经网络（例如 connect4）、路径或训练目录；--format kaggle 时还可以是 perfect，即四子棋的完美棋手。",
    "File to write. Default: NET.onnx or submission.py, next to the net or, for a shipped net and for perfect, in the current folder.": "要写入的文件。默认为神经网络旁边的 NET.onnx 或 submission.py，自带的神经网络和 perfect 则写入当前文件夹。",
    "onnx, or kaggle: a single-file agent for ConnectX.": "onnx，或 kaggle：单个文件的 ConnectX 智能体。",
    "Kaggle agent: maximum simulations per move. Default: 100,000.": "Kaggle 智能体：每步模拟次数的上限。默认为 100,000。",
    "Kaggle agent: maximum time per move. Default: 80% of Kaggle's limit.": "Kaggle 智能体：每步用时的上限（秒）。默认为 Kaggle 限时的 80%。",
    "To try a Kaggle agent before submitting it: tengen match kaggle:submission.py mcts@2000": "提交前可以先试用 Kaggle 智能体：tengen match kaggle:submission.py mcts@2000",
    # convert
    "Convert game records between SGF, PSQ (Piskvork) and plain move strings.": "转换棋谱格式：SGF、PSQ（Piskvork）或纯着法文本。",
    "File to read; - for stdin.": "要读取的文件；- 为标准输入。",
    "File to write; - for stdout.": "要写入的文件；- 为标准输出。",
    "The game, if the file does not name it, or to override SGF and PSQ.": "棋种：文件没有注明时需要，也可以取代 SGF、PSQ 中注明的棋种。",
    "Format of IN: sgf, psq, moves. Default: by its suffix.": "IN 的格式：sgf、psq、moves；默认由后缀决定。",
    "Format of OUT: sgf, psq, moves. Default: by its suffix.": "OUT 的格式：sgf、psq、moves；默认由后缀决定。",
    "Overwrite OUT if it already exists.": "如果 OUT 已存在，就覆盖它。",
    "SGF preserves everything but variations, including properties written by other programs: only the main line of a game is read. A message says what is left out, and what another format cannot hold. Games that start from set-up stones (AB, AW) can only be SGF.": "除变化外，SGF 保留所有内容，包括其他程序写入的属性；每局棋只读取主线。略去的内容，以及其他格式无法保存的内容，都会逐项说明。从摆好的局面（AB、AW）开始的对局只能保存为 SGF。",
    # bench
    "Check what the search does on this machine.": "检查搜索在本机上的行为。",
    "Print a hash of fixed searches on all games.": "对所有棋种做固定的搜索，显示其哈希值。",
    "The hash is the same on every machine, whatever the number of cores, and changes if and only if visit counts change. The expected value is in tests/golden/signature.txt.": "哈希值与电脑和核数无关，当且仅当访问次数改变时才会改变。标准值在 tests/golden/signature.txt 中。",
}
