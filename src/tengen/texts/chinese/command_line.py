"""The command line itself, in Chinese."""

TEXTS = {
    "error": "错误：",
    "try help": "输入 {command} --help 查看帮助。",
    "usage": "用法：",
    "usage options": "[选项]",
    "usage command": "命令 [参数]...",
    "panel arguments": "参数",
    "panel options": "选项",
    "panel commands": "命令",
    "panel default": "[默认：{}]",
    "panel required": "[必需]",
}
