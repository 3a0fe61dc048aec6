"""What the search say, in Chinese."""

MESSAGES = {
    # search/solver.py
    "the solver supports only Gomoku on small boards; got {0}": "求解器只接受小棋盘的五子棋；实际为 {0}",
    "a solver needs 1 megabyte or more; got {0}": "求解器至少需要 1 MB；实际为 {0}",
    "seconds must be above 0; got {0}": "秒数应大于 0；实际为 {0}",
    "this solver is for {0}; got a position of {1}": "这个求解器用于 {0}；实际为 {1} 的局面",
    "{0} cannot be solved: {1}": "无法求解 {0}：{1}",
    # search/answers.py
    "the evaluator must return an Evaluation; got {0}": "评估器必须返回 Evaluation；实际为 {0}",
    "the evaluator returned a policy that is not finite": "评估器返回的策略含有非有限的数",
    "the evaluator returned a non-finite number in {0}": "评估器返回的 {0} 含有非有限的数",
    "the evaluator's wdl must be win, draw and loss probabilities that sum to 1; got {0}": "评估器的 wdl 应为胜、和、负的概率，且总和为 1；实际为 {0}",
    "the evaluator's {0} must have shape {1}; got {2}": "评估器的 {0} 形状应为 {1}；实际为 {2}",
    "the evaluator's {0} must be numbers; got {1}": "评估器的 {0} 应为数；实际为 {1}",
    "the evaluator's {0} is not an array: {1}": "评估器的 {0} 不是数组：{1}",
    # search/arguments.py
    "nodes must be a whole number from 1 to {0}; got {1}": "nodes 应为 1 到 {0} 的整数；实际为 {1}",
    "a search needs a game, such as tengen.load_game('connect4'); got {0}": "搜索需要棋种，例如 tengen.load_game('connect4')；实际为 {0}",
    "config must be a SearchConfig or None; got {0}": "config 应为 SearchConfig 或 None；实际为 {0}",
    "expected an evaluator, such as tengen.load_evaluator('connect4') or tengen.RolloutEvaluator(); got {0}": "应为评估器，例如 tengen.load_evaluator('connect4') 或 tengen.RolloutEvaluator()；实际为 {0}",
    "a limit must be a Limit, such as tengen.Limit(simulations=800); got {0}": "limit 应为 Limit，例如 tengen.Limit(simulations=800)；实际为 {0}",
    "stop must be a StopToken or None; got {0}": "stop 应为 StopToken 或 None；实际为 {0}",
    "a seed must be an integer; got {0}": "种子应为整数；实际为 {0}",
    # search/cached.py
    "the cached evaluator must return the same fields every time": "被缓存的评估器每次都应返回同样的字段",
    "a cache needs 1 megabyte or more; got {0}": "缓存至少需要 1 MB；实际为 {0}",
    # search/connect_four.py
    "this solver is for Connect Four on 7x6; got a position of {0}": "这个求解器用于 7x6 的四子棋；实际为 {0} 的局面",
    "the opening book of Connect Four cannot be read ({0}): install Tengen again": "无法读取四子棋的开局库（{0}）：请重新安装 Tengen",
    "{0}: install Tengen again": "{0}：请重新安装 Tengen",
    # search/evaluator.py
    "threads must be 1 to {0}; got {1}": "线程数为 1 到 {0}；输入的是 {1}",
    "{0} needs an evaluator for (planes, height, width, actions) {1}; this one is for {2}": "{0} 需要（平面、高、宽、动作）为 {1} 的评估器；这个是 {2}",
    # search/forcing.py
    "forced wins are searched for in the Gomoku family, such as gomoku:15x15/5; got a position of {0}": "只能在五子棋类（例如 gomoku:15x15/5）中寻找必胜手顺；实际为 {0} 的局面",
    # search/gomoku_family.py
    "expected a position, such as tengen.load_game('gomoku:15x15/5').initial(); got {0}": "应为局面，例如 tengen.load_game('gomoku:15x15/5').initial()；实际为 {0}",
    # search/pool.py
    "a pool needs seeds, and threads and max_batch of 1 or more": "搜索池需要种子，且 threads 和 max_batch 不能小于 1",
    "the pool has {0} trees; got {1} positions": "搜索池有 {0} 棵树；实际给了 {1} 个局面",
    "root='gumbel' needs a number of simulations: set Limit.simulations": "root='gumbel' 需要知道模拟次数：请设置 Limit.simulations",
    "nothing has been searched yet: there is no root to advance from": "还没有搜索过：没有可以前进的根节点",
    # search/result.py
    "the game is over ({0}): there is nothing to search": "对局已结束（{0}）：没有可搜索的内容",
    "temperature must be 0 or more; got {0}": "温度不能小于 0；实际为 {0}",
    # search/running.py
    "the program is exiting: no new search can be started": "程序正在退出：不能再开始搜索",
    "this search belongs to the parent process, not to this fork": "这个搜索属于父进程，不属于 fork 出的本进程",
    # search/search.py
    "every must be a number of seconds above 0; got {0}": "every 应为大于 0 的秒数；实际为 {0}",
    # search/solving.py
    "exact values are known for connect4 and small m,n,k games only, such as gomoku:6x6/4; got {0}": "只有 connect4 和小棋盘的 m,n,k 棋（例如 gomoku:6x6/4）有精确值；输入的是 {0}",
    # search/temperature.py
    "moves and temperatures must be 0 or more; got {0}": "手数和温度不能小于 0；实际为 {0}",
    # search/threaded.py
    "only evaluators in the core can share a batch across threads": "只有内核中的评估器能在多个线程间分担一个批次",
}
