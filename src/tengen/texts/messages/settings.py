"""What settings say, in Chinese."""

MESSAGES = {
    "{0} is too large: settings are read up to {1} bytes": "{0} 太大：设置文件最多读取 {1} 字节",
    # settings/models.py
    "known are: {0}": "可用的有：{0}",
    "{0} must be {1}; got {2}": "{0} 应为{1}；输入的是 {2}",
    "a number": "一个数",
    "a whole number": "整数",
    "{0}.{1} is missing: it has no default": "缺少 {0}.{1}：它没有默认值",
    "in [{0}]: {1}": "[{0}] 一节：{1}",
    "{0} is not UTF-8 text: {1} at byte {2}": "{0} 不是 UTF-8 文本：第 {2} 字节，{1}",
    "{0} is not TOML: {1}": "{0} 不是 TOML：{1}",
    "{0} or more": "不小于 {0}",
    "above {0}": "大于 {0}",
    "{0} and at most {1}": "{0} 且不大于 {1}",
    "a text": "文本",
    "true or false": "true 或 false",
    "a list": "列表",
}
