"""What the operating system says when files cannot be used, in Chinese."""

import errno
import os

_REASONS = {
    errno.EACCES: "没有权限",
    errno.EBUSY: "正被占用",
    errno.EEXIST: "文件已存在",
    errno.EFBIG: "文件太大",
    errno.EIO: "读写出错",
    errno.EISDIR: "这是文件夹",
    errno.EMFILE: "打开的文件太多",
    errno.ENAMETOOLONG: "名字太长",
    errno.ENOENT: "没有这个文件或文件夹",
    errno.ENOSPC: "磁盘已满",
    errno.ENOTDIR: "不是文件夹",
    errno.ENOTEMPTY: "文件夹不是空的",
    errno.EPERM: "不允许这样操作",
    errno.EROFS: "磁盘是只读的",
}

MESSAGES = {
    "[Errno {0}] {1}: {2}": "{1}：{2}（错误号 {0}）",
    **{os.strerror(number): chinese for number, chinese in _REASONS.items()},
    # SQLite
    "file is not a database": "不是数据库文件",
    "database disk image is malformed": "数据库内容已损坏",
    "database is locked": "数据库正被占用",
    "disk I/O error": "磁盘读写出错",
    "database or disk is full": "数据库或磁盘已满",
    "attempt to write a readonly database": "数据库是只读的",
    "unable to open database file": "无法打开数据库文件",
}
