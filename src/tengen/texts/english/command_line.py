"""The command line itself, in English."""

TEXTS = {
    "error": "error: ",
    "try help": "Try '{command} --help' for help.",
    "usage": "Usage: ",
    "usage options": "[OPTIONS]",
    "usage command": "COMMAND [ARGS]...",
    "panel arguments": "Arguments",
    "panel options": "Options",
    "panel commands": "Commands",
    "panel default": "[default: {}]",
    "panel required": "[required]",
}
