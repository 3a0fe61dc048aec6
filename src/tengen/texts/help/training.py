"""The Chinese help of the commands about training and its runs."""

HELP = {
    # train
    "Train a player from nothing but the rules, or from another net.": "只凭规则从零开始训练棋手，或从已有的神经网络开始训练。",
    "A run repeats self-play, learning and matches. Ctrl-C finishes the current step and saves; --resume continues as if the run had never stopped. The run folder contains config.toml (all settings), run.db (games, matches, metrics), checkpoints/ and tensorboard/.": "训练反复进行自我对弈、学习和比赛。按 Ctrl-C 会完成当前步骤并保存；--resume 接着训练，结果与从未中断一样。训练目录中有 config.toml（所有设置）、run.db（对局、比赛、数据）、checkpoints/ 和 tensorboard/。",
    "Examples:": "例如：",
    "Run folder. Default: runs/PRESET-NUMBER.": "训练目录；默认为 runs/预设-编号。",
    "Train for this time: searches, samples and the learning rate are planned for it. With --resume, more time than is left extends the plan.": "训练这么久（分钟）：模拟次数、样本数与学习率都按这段时间安排。与 --resume 同用时，超出剩余时间的部分会延长计划。",
    "Stop after N generations in total.": "总共训练 N 代后停止。",
    "Resume the run in --run, or the newest run of the preset.": "继续 --run 指定的训练，或该预设最新的一次。",
    "Start a new run from a net instead of from zero: a shipped net, a file, a folder or a run (its best net).": "新的训练不从零开始，而从一个神经网络开始：自带的神经网络、文件、文件夹，或一次训练（取其最佳神经网络）。",
    "Change a setting of the preset, such as net.channels=32 or selfplay.simulations=50. Repeatable.": "修改预设中的设置，例如 net.channels=32 或 selfplay.simulations=50。可以多次使用。",
    "A preset; any game, such as gomoku:7x7/4, openspiel:hex or FILE.py:CLASS; or your own TOML file. Presets: {0}.": "预设；任何棋种，例如 gomoku:7x7/4、openspiel:hex 或 FILE.py:CLASS；或自己的 TOML 文件。预设有：{0}。",
    # runs
    "List training runs with their state and strength.": "列出历次训练及其状态和棋力。",
    "Strength is the last match against pure MCTS: the share of points won, with its 95% interval. Read-only: safe while runs are training.": "棋力以最近一场与纯 MCTS 的比赛表示：得分率及其 95% 区间。只读取数据，训练进行中也可以使用。",
    "Folder of runs, or a single run.": "训练所在的文件夹，或某一次训练。",
    # stop
    "Stop a run that another process trains.": "停止另一个进程正在进行的训练。",
    "For runs that the studio or a script has started: it finishes the current step and saves, as Ctrl-C in its terminal would.": "用于由工作室或脚本启动的训练：它会完成当前步骤并保存，与在它的终端里按 Ctrl-C 一样。",
    # doctor
    "Diagnose a run: problems, the evidence for them, and what to change.": "诊断一次训练：有什么问题、依据是什么、该如何调整。",
    "Checks for entropy collapse, an overfitted value head, repeated games, too few new games, a small replay window, a learning rate at its minimum, false resignations, rejected records, one-sided games, stalls and flat strength. Read-only: safe while the run is training.": "检查熵崩溃、价值头过拟合、对局重复、新对局太少、窗口太小、学习率降到下限、错误认输、记录被拒、胜负一边倒、训练停滞和棋力不再提高。只读取数据，训练进行中也可以使用。",
    "Run folder, such as runs/connect4-1.": "训练目录，例如 runs/connect4-1。",
    "The run's game, if it is not built into Tengen.": "棋种（如果不是 Tengen 自带的）。",
    # estimate
    "How long to measure.": "测量多久（秒）。",
    "Benchmark this machine for half a minute and estimate how long a run takes.": "用半分钟测量本机速度，估计训练要多久。",
    "Times self-play with an untrained net, learning, and pure MCTS, and leaves no files behind. Where the run of a shipped net has been measured, also says when a run with the same settings should be how strong. The estimate is rough: games change in length as the net learns, and other programs slow everything down.": "用未训练的神经网络测量自我对弈、学习和纯 MCTS 的速度，不留下任何文件。自带神经网络的训练曲线若已测量，还会说明按那次训练的设置多久能达到什么棋力。训练后的对局长度会变，其他程序也会拖慢速度，所以时间仅供参考。",
    "Play the games in N worker processes or, with --ray, N Ray actors. Default: in this process; with --ray, one for each processor of the cluster.": "由 N 个工作进程（配合 --ray 时为 N 个 Ray actor）对局。默认：在本进程中；配合 --ray 时集群的每个处理器一个。",
    "Play the games on a Ray cluster: its address, auto for one that runs on this machine, or local to start one.": "在 Ray 集群上对局：填写地址；auto 表示本机正在运行的集群；local 表示新启动一个。",
    "Let workers play while the net learns, with nets one generation older (the setting run.net_age). For new runs.": "学习期间工作进程继续对局，使用早一代的神经网络（即设置 run.net_age）。仅用于新训练。",
}
