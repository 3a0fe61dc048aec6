"""What learning say, in Chinese."""

MESSAGES = {
    # learner/config.py
    "policy_loss and value_loss must not both be 0": "policy_loss 和 value_loss 不能都为 0",
    # learner/learner.py
    "{0} has no encoding with {1} planes": "{0} 没有 {1} 个特征平面的编码",
    "train needs 1 batch or more; got {0}": "train 至少需要 1 个批次；实际为 {0}",
    "the loss became {0} within {1} updates: go back to the last saved state with a learning_rate below {2}, or set gradient_clip": "损失在 {1} 次更新内变成了 {0}：请回到上次保存的状态，把 learning_rate 降到 {2} 以下，或设置 gradient_clip",
    "the learner's state has {0} {1}; this run has {2}": "学习器状态中的 {0} 为 {1}；这次训练为 {2}",
    # learner/model.py
    "a batch needs 2 rows or more, for batch norms; got {0}": "批归一化要求每批至少 2 行；实际为 {0}",
    "the learner's state has no {0} of shape {1}": "学习器状态缺少形状为 {1} 的 {0}",
    "{0} of a batch should have shape {1}; got {2}": "批次中的 {0} 形状应为 {1}；实际为 {2}",
    # learner/optimisers.py
    "the optimiser {0} has no {1}: damaged state": "优化器 {0} 没有 {1}：状态已损坏",
    "the optimiser's {0}.{1} is missing: damaged state": "优化器缺少 {0}.{1}：状态已损坏",
    "the optimiser's {0} should have shape {1}; it has {2}": "优化器的 {0} 形状应为 {1}；实际为 {2}",
    # learner/state.py
    "this safetensors file does not contain the state of a learner": "这个 safetensors 文件里没有学习器的状态",
    "the learner's metadata is damaged: it is not a table": "学习器的信息已损坏：不是一张表",
    "the learner's state has version {0}; this version of Tengen reads {1}": "学习器状态的版本为 {0}；本版 Tengen 只能读 {1}",
    "the learner's state is damaged: its SHA-256 does not match": "学习器状态已损坏：SHA-256 不符",
    "{0} cannot be read: {1}": "无法读取 {0}：{1}",
    "the learner's metadata is damaged: it is not JSON": "学习器的信息已损坏：不是 JSON",
}
