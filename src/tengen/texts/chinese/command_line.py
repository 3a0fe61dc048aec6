"""The command line itself, in Chinese."""

TEXTS = {
    "error": "错误：",
    "try help": "输入 {command} --help 查看帮助。",
    "page usage": "用法：",
    "page some options": "[选项]",
    "page some command": "命令 ...",
    "page arguments": "参数：",
    "page options": "选项：",
    "page commands": "命令：",
    "page default": "默认：{value}",
    "page required": "必需",
    "page bounds": "{low} 到 {high}",
    "page at least": "不小于 {low}",
    "page at most": "不大于 {high}",
    "output lost": "无法继续输出（{reason}）：屏幕输出不完整，但已存入文件的结果都是完整的",
}
