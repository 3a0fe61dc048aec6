"""The command line itself, in English."""

TEXTS = {
    "error": "error: ",
    "try help": "Try '{command} --help' for help.",
    "page usage": "Usage: ",
    "page some options": "[OPTIONS]",
    "page some command": "COMMAND ...",
    "page arguments": "Arguments:",
    "page options": "Options:",
    "page commands": "Commands:",
    "page default": "default: {value}",
    "page required": "required",
    "page bounds": "{low} to {high}",
    "page at least": "{low} or more",
    "page at most": "at most {high}",
    "output lost": "cannot write the output ({reason}): it is incomplete, but results stored in files are complete",
}
