"""What the commands say, in Chinese."""

MESSAGES = {
    # cli/arena_options.py
    "{0} cannot hold both the result and the games: choose two names": "{0} 不能既保存结果又保存对局：请用两个名字",
    "the folder {0} for {1} does not exist: create it first": "没有保存 {1} 的文件夹 {0}：请先创建",
    "{0} is not a folder, so results cannot be stored there: use --out FILE": "{0} 不是文件夹，结果无法保存在那里：请用 --out 文件",
    "cannot write to {0} ({1}): choose another folder, or change its permissions": "{0} 无法写入（{1}）：请换一个文件夹，或修改其权限",
    "cannot write to {0}/ ({1}): choose another folder, or change its permissions": "{0}/ 无法写入（{1}）：请换一个文件夹，或修改其权限",
    # cli/convert.py
    "{0}: specify its format with --to, one of {1}": "{0}：请用 --to 指明格式，可选 {1}",
    # cli/explain.py
    "specify --evaluator or --net, not both; got {0} and {1}": "--evaluator 和 --net 只能给一个；输入的是 {0} 和 {1}",
    # cli/match.py
    "{0} starts from set-up stones, which only SGF can hold: choose a name that ends in .sgf instead of {1}": "{0} 从摆好的局面开始，只有 SGF 能保存：请用以 .sgf 结尾的文件名代替 {1}",
    "PSQ holds only Gomoku with five in a row, and this is {0}: choose a name that ends in .sgf or .txt": "PSQ 只能保存五子连珠的五子棋，而这里是 {0}：请用以 .sgf 或 .txt 结尾的文件名",
    "{0}: choose a name that ends in .sgf, .psq or .txt": "{0}：请用以 .sgf、.psq 或 .txt 结尾的文件名",
    # cli/measure.py
    "simulations are numbers such as 0,100,400; got {0}": "模拟次数写作数字，例如 0,100,400；输入的是 {0}",
    "simulations are at most {0}; got {1}": "模拟次数最多为 {0}；输入的是 {1}",
    "programs cannot be measured, only played against; got {0}": "程序不能测量，只能与之对局；输入的是 {0}",
    # cli/named_games.py
    "{0} is a folder of runs: name one, such as {1}": "{0} 中有多次训练：请指明一次，例如 {1}",
    # cli/nets.py
    "nets are exported as {0}; got {1}": "神经网络可导出为 {0}；输入的是 {1}",
    # cli/output_files.py
    "{0} is not a folder: choose another place for {1}": "{0} 不是文件夹：请把 {1} 保存到别处",
    "{0} is a folder: name a file in it": "{0} 是文件夹：请写出其中的文件名",
    "{0} is not a regular file: choose another name": "{0} 不是普通文件：请换一个名字",
    "{0} is a folder with other files: choose another name": "{0} 是文件夹，其中有其他文件：请换一个名字",
    "choose another name": "请换一个名字",
    "choose another name, or add --force": "请换一个名字，或加上 --force",
    "{0} already exists: {1}": "{0} 已存在：{1}",
    "{0} learned {1}, which does not ship with Tengen: name the game too, as in {2}": "{0} 学的是 {1}，不是 Tengen 自带的棋：请同时指明棋种，例如 {2}",
    # cli/nets.py
    "--simulations and --seconds require --format kaggle": "--simulations 和 --seconds 只能与 --format kaggle 同用",
    "perfect is not a net: it is exported with --format kaggle only": "perfect 不是神经网络，只能用 --format kaggle 导出",
    "--simulations is for nets: perfect solves each position": "--simulations 只用于神经网络：perfect 会解出每个局面",
    # cli/play.py
    "tengen play {0} --opponent {1}": "tengen play {0} --opponent {1}",
    "specify one game or one net; to play a net in another game: {0}": "只能指明一种棋或一个神经网络；要让神经网络下指定的棋：{0}",
    "--opponent and --level go together only for a net without a budget, as in --opponent net:PATH --level {0}; got {1} and {2}": "只有对手是没有指定搜索量的神经网络时，--opponent 和 --level 才能同用，例如 --opponent net:PATH --level {0}；输入的是 {1} 和 {2}",
    "{0} is a net: write --opponent net:{1}": "{0} 是神经网络：请写成 --opponent net:{1}",
    # cli/round_robin.py
    "a ladder needs a run or two players; {0} is not a run": "循环赛需要训练目录或两名棋手；{0} 不是训练目录",
    "a ladder needs two nets or more; {0} has {1}": "循环赛至少需要两个神经网络；{0} 有 {1} 个",
    # cli/runs.py
    "the folder {0} does not exist": "没有文件夹 {0}",
    # cli/train.py
    "--from starts a new run: omit it to resume one": "--from 用于开始新的训练：要继续已有的训练，请去掉它",
    "specify --minutes or --generations, not both": "--minutes 和 --generations 只能给一个",
    "the settings of a run are fixed at its start, except when it ends: omit -o, use --minutes or --generations to train longer, or start another run": "训练开始后，除了何时结束，设置不能再改：请去掉 -o，用 --minutes 或 --generations 继续训练，或另开一次训练",
    "specify what to resume: a preset, or a folder with --run": "请指明要继续哪一次训练：给出预设，或用 --run 给出目录",
    "specify what to train: a game, such as gomoku:7x7/4, or one of {0}": "请指明要训练什么：棋种，例如 gomoku:7x7/4，或 {0} 之一",
    # cli/estimate.py
    "training": "训练",
}
