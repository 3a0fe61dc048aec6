"""What the studio says about wrong messages and settings, in Chinese."""

MESSAGES = {
    # cli/studio.py
    "an engine is given as NAME=COMMAND; got {0}": "引擎写作 名字=命令；输入的是 {0}",
    "the studio": "工作室",
    # studio/analysis_side.py
    "memory_mb must be 1 or more and at most {0}": "memory_mb 应在 1 到 {0} 之间",
    # studio/app.py, connection.py
    "there is nothing at this address": "这个地址下没有内容",
    "the first message must be hello": "第一条消息应为 hello",
    "the token is wrong: reload the page": "令牌不对：请刷新页面",
    "earlier hints are not ready yet: wait a moment": "先前的提示还没算完：请稍等",
    "the studio met a fault of its own: see the window it was started in": "工作室内部出错：详情见启动它的窗口",
    # studio/desk.py, hall.py
    "no analysis is running": "没有正在进行的分析",
    "no review is running": "没有正在进行的复盘",
    "this game is no longer open": "这局棋已不在列表中",
    "{0} games are open already: delete some first": "已打开 {0} 局棋：请先删除一些",
    # studio/guards.py
    "this studio answers only to its own address": "工作室只接受访问自己地址的请求",
    "requests of other sites are refused": "拒绝来自其他网站的请求",
    "this studio is open only to those with its secret": "需要口令才能进入这个工作室",
    "a body may have at most {0} MB": "请求内容最大 {0} MB",
    # studio/lessons.py, kept_search.py, microscope.py
    "there is no lesson {0}": "没有 {0} 这一课",
    "this simulation has not been made yet": "这次模拟还没有进行",
    "there is no such node yet": "还没有这个节点",
    "look at either a lesson or a position": "请选一课，或选一个局面，二者取一",
    "{0} pages look through a microscope already: close one first": "已有 {0} 个页面在使用显微镜：请先关闭一个",
    "there is nothing under the microscope yet": "显微镜下还没有内容",
    # studio/links.py
    "this is not a link to a game": "这不是棋局链接",
    # studio/new_games.py
    "a game begins with moves, a set-up or another game, not several": "开局方式只能选一种：着法、摆好的局面或另一局棋",
    "that is a position of another game": "那是另一种棋的局面",
    "the board of {0} has {1} cells; got {2}": "{0} 的棋盘有 {1} 格；实际为 {2}",
    "swap2 opens five in a row on an empty board of 5x5 or more, and black begins": "swap2 开局只用于五子连珠：5x5 以上的空棋盘，黑方先行",
    # studio/players.py
    "the engine {0} cannot be started: see the window the studio was started in": "引擎 {0} 无法启动：详情见启动工作室的窗口",
    "a player has simulations or seconds, not both": "棋手按模拟次数或按秒数计，不能两者都给",
    # studio/record_exchange.py
    "give the file either as text or as base64": "文件应以文本或 base64 二者之一给出",
    "this is not base64": "这不是 base64",
    # studio/refusals.py
    "{0} or less": "不大于 {0}",
    "of the form {0}": "形如 {0}",
    "the body must be a JSON object": "请求内容应为 JSON 对象",
    "no longer than {0}": "长度不超过 {0}",
    "no shorter than {0}": "长度不少于 {0}",
    "the field {0} must be {1}": "字段 {0} 不对，应为：{1}",
    "the field {0} is missing": "缺少字段 {0}",
    "there is no field {0}": "没有字段 {0}",
    "a message must be a JSON object with a type": "消息应为带有 type 的 JSON 对象",
    "the field {0} names nothing that the studio knows; got {1}": "字段 {0} 的值工作室不认识；实际为 {1}",
    "a message may have at most {0} kB": "一条消息最大 {0} kB",
    "the message is nested too deeply": "消息嵌套太深",
    # studio/reviewing.py
    "no move led to the start of the game": "开局局面之前没有着法",
    # studio/serving.py
    "no free port from {0} on: choose another with --port": "从 {0} 起没有空闲端口：请用 --port 另选",
    "the studio is already running at {0} with the games in {1}; for a second one choose another folder: --data FOLDER": "工作室已在 {0} 运行，使用 {1} 中的棋局；要再开一个，请另选文件夹：--data 文件夹",
    "--host {0} lets other computers in: add --open-to-network if you want that": "--host {0} 会让其他电脑连入：确实需要时请加上 --open-to-network",
    "a secret needs 12 characters or more": "口令至少要 12 个字符",
    "port {0} needs more rights: choose one above 1023": "端口 {0} 需要更高的权限：请选 1023 以上的端口",
    "{0} is not an address of this computer": "{0} 不是这台电脑的地址",
    # studio/shelf.py
    "there is no game {0} here": "这里没有 {0} 这种棋",
    "there is no net {0}": "没有神经网络 {0}",
    "there is no engine {0}: name it when you start the studio, as in --engine NAME=COMMAND": "没有引擎 {0}：请在启动工作室时指定，例如 --engine 名字=命令",
    # studio/storage.py
    "the file is too large": "文件太大",
    "the file is damaged": "文件已损坏",
    "{0} cannot be restored: {1}": "{0} 无法恢复：{1}",
    # studio/swap2.py, table.py
    "there is nothing to choose here": "现在没有什么可选的",
    "it is not a person's turn: pause the game or wait": "现在不轮到真人走棋：请暂停或等待",
    "choose a side first: black, white or two more stones": "请先选择：执黑、执白或再摆两子",
    "finish the swap2 opening first, or begin a new game": "请先完成 swap2 开局，或另开一局",
    "only a person can resign": "只有真人可以认输",
    # studio/training
    "there is no run {0}": "没有训练 {0}",
    "there is no preset {0}": "没有预设 {0}",
    "{0} is trained already": "{0} 已在训练",
    "{0} is stopping already": "{0} 正在停止",
    "{0} is being trained on this computer: both would take twice as long": "这台电脑正在训练 {0}：同时训练两个，各自都要慢一倍",
    "a setting is written as section.key=value; got {0}": "设置请写成 section.key=value；输入的是 {0}",
    "the disk has only {0} MB left: free some space, then resume": "磁盘只剩 {0} MB：请先腾出空间，再继续训练",
    "there is no game {0}": "没有对局 {0}",
    "a stored game cannot be shown: {0}": "无法显示保存的对局：{0}",
    # studio/tree.py
    "there is no node {0}": "没有节点 {0}",
    "a game can hold at most {0} nodes: begin a new one": "一局棋最多 {0} 个节点：请另开一局",
    "the start of the game cannot be removed": "不能删除棋局的起点",
}
