"""What a run's database say, in Chinese."""

MESSAGES = {
    # replay/advice.py
    "check the disk and the permissions of the folder": "检查磁盘和文件夹的权限",
    "free some disk space": "在磁盘上腾出空间",
    # replay/database.py
    "{0} is not a file. Nothing was changed": "{0} 不是文件。没有改动任何内容",
    "has the columns {0}": "的列为 {0}",
    "is missing": "不存在",
    "its table {0} {1}": "其中的表 {0} {1}",
    "{0} is not a Tengen database. Nothing was changed": "{0} 不是 Tengen 的数据库。没有改动任何内容",
    "{0} has schema version {1}, and this version of Tengen reads {2}: install the version that created it. Nothing was changed": "{0} 的数据库版本为 {1}，本版 Tengen 只能读版本 {2}：请安装建立它的版本。没有改动任何内容",
    "{0} is damaged ({1}). To rescue the games, copy the run's folder and run there: sqlite3 {2} .recover | sqlite3 recovered.db. The run's checkpoints are separate files and can still be used": "{0} 已损坏（{1}）。要挽救其中的对局，请复制整个训练目录，在副本中运行：sqlite3 {2} .recover | sqlite3 recovered.db。训练的检查点是单独的文件，仍然可用",
    "{0} cannot be used: {1}": "{0} 不能用：{1}",
    "the disk with {0} is full: the latest data was not stored, all earlier games are. Free some space and add --resume to continue": "{0} 所在的磁盘已满：最后的内容没有存下，之前的对局都已保存。请腾出空间，再加上 --resume 继续",
    "{0} cannot be read or written ({1}): its disk is full or failing. Free some space and add --resume to continue from what is stored": "无法读写 {0}（{1}）：磁盘已满或有故障。请腾出空间，再加上 --resume 从已保存的内容继续",
    "{0} is locked by another program: close it and resume the run": "{0} 被其他程序锁定：请关闭该程序，再继续训练",
    "{0} cannot be used ({1}): check the permissions of the file and its folder": "{0} 不能用（{1}）：请检查文件及其文件夹的权限",
    "there is no run in {0}: {1} does not exist": "{0} 中没有训练：{1} 不存在",
    "there is no run in {0}: {1} is empty": "{0} 中没有训练：{1} 是空的",
    # replay/lock.py
    "{0} is in use by {1}": "{0} 正被 {1} 使用",
    "{0} cannot be opened ({1}): {2}": "无法打开 {0}（{1}）：请{2}",
    "another process": "另一个进程",
    "the run in {0} is in use by {1}: only one process at a time can train it; stop that one first": "{0} 中的训练正被{1}使用：同一时间只能有一个进程训练它；请先停止那一个",
    # replay/rows.py
    "the column {0} holds {1}": "{0} 列的值为 {1}",
    # replay/store.py
    "a game has {0}": "有一局的数据为 {0}",
    "{0} was moved, removed or replaced while the run was open: the run ends here. If its folder was moved, everything stored so far is in it: put it back, or give its new location with --run, and add --resume to continue": "{0} 在训练期间被移动、删除或替换：训练到此结束。如果目录移到了别处，已保存的内容都在那里；请放回原处，或用 --run 指明新位置，再加上 --resume 继续",
    "game {0}: {1}": "第 {0} 局：{1}",
    # replay/training_window.py
    "game {0} in {1} breaks the current rules of {2} ({3}): use the rules that the run started with, or start a new run": "{1} 中的第 {0} 局不符合这里的 {2} 规则（{3}）：请用训练开始时的规则继续，或另开一次训练",
    # replay/validation.py
    "it does not state the rules and the net it was played with": "没有说明是用哪种规则、哪个神经网络下的",
    "game {0} was not requested": "第 {0} 局不在要求之列",
    "the seed of game {0} is {1}, not {2}": "第 {0} 局的种子是 {1}，应为 {2}",
    "a record of generation {0} is not a game of {1} version {2}: {3}": "第 {0} 代的一份记录不是 {1} 第 {2} 版的对局：{3}",
    "its {0} is {1}, not {2}": "{0} 为 {1}，应为 {2}",
    # selfplay/evaluators.py
    "not enough memory for run.cache_mb = {0}: choose less": "内存不足以使用 run.cache_mb = {0}：请减小",
}
