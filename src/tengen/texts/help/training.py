"""The Chinese help of the commands about training and its runs."""

HELP = {
    # train
    "Train a player from nothing but the rules.": "只凭规则，从零开始训练棋手。",
    "A run repeats self-play, learning and matches. Ctrl-C finishes the present step and saves; --resume goes on as if nothing had happened. The run's folder holds all of it: config.toml (every setting), run.db (games, matches, numbers), checkpoints/ and tensorboard/.": "训练反复进行自我对弈、学习和比赛。按 Ctrl-C 会完成当前步骤并保存；--resume 可接着训练，就像没有中断过一样。训练目录包含全部内容：config.toml（所有设置）、run.db（对局、比赛、数据）、checkpoints/ 和 tensorboard/。",
    "Examples:": "例如：",
    "Folder of the run; runs/PRESET-NUMBER by itself.": "训练目录；默认为 runs/预设-编号。",
    "Stop after this time: games that are not over wait for --resume; learning and a match that have begun are finished.": "到时间就停止：未下完的对局留待 --resume 继续；已经开始的学习和比赛会完成。",
    "Stop after this many generations in all.": "总共训练到这么多代为止。",
    "Go on with the run in --run, or with the preset's newest.": "继续 --run 指定的训练，或该预设最新的一次。",
    "Change a setting of the preset, such as net.channels=32 or selfplay.simulations=50. May be given again and again.": "修改预设中的设置，例如 net.channels=32 或 selfplay.simulations=50。可以多次使用。",
    "A preset; any game, such as gomoku:7x7/4, openspiel:hex or FILE.py:CLASS; or a TOML file of your own. Presets: {0}.": "预设；任何棋种，例如 gomoku:7x7/4、openspiel:hex 或 FILE.py:CLASS；或自己的 TOML 文件。预设有：{0}。",
    # runs
    "List runs with their state and strength. Changes nothing, even while they train.": "列出训练及其状态和棋力。只读取，训练中也可使用。",
    "Strength is the last match against pure MCTS: points won, and the 95% interval that so few games leave open.": "棋力以最近一场与纯 MCTS 的比赛表示：得分率，以及由局数决定的 95% 区间。",
    "Where the runs are, or one run.": "训练所在的文件夹，或某一次训练。",
    # doctor
    "Examine a run: what is wrong, the numbers that show it, and what to change.": "检查一次训练：哪里有问题、依据的数据，以及如何改进。",
    "Looks for entropy collapse, values learned by heart, repeated games, too few new games, a small window, a learning rate at its floor, wrong resigns, refused records, one-sided games, stalls and flat strength. Changes nothing, even while the run trains.": "检查熵崩溃、价值头死记硬背、对局重复、新对局太少、窗口太小、学习率到下限、错误认输、记录被拒、一边倒、停滞和棋力不再增长。只读取，训练中也可使用。",
    "Folder of the run, such as runs/connect4-1.": "训练目录，例如 runs/connect4-1。",
    "The game, if it is not one of Tengen's own.": "棋种（如果不是 Tengen 自带的）。",
    # estimate
    "How long to measure.": "测量多久（秒）。",
    "Measure this machine for half a minute and say how long a run takes on it.": "测量本机半分钟，估计训练要多久。",
    "Measures self-play with an untrained net, learning, and pure MCTS, and leaves nothing behind. Trained nets play games of another length, and other programs slow everything down, so take the times as a guess.": "用未训练的神经网络测量自我对弈、学习和纯 MCTS 的速度，不留下任何文件。训练后的对局长度会变，其他程序也会拖慢速度，所以时间仅供参考。",
}
