"""Writes the terminal output of a command as SVG: terminal.py COLUMNS TITLE COMMAND…

The command runs on a real pseudo-terminal of that width, so that the picture is what a person sees. Only the colours that
Truthsayer uses are known; anything else is an error rather than a wrong picture.
"""

import fcntl
import html
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata

WIDTH, HEIGHT, MARGIN = 8.43, 19, 16
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "36": "#76e3ea"}


def shown(columns, command):
    """Returns the output of the command in a terminal of this width."""
    own, others = pty.openpty()
    fcntl.ioctl(others, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = dict(os.environ, TERM="xterm-256color", CLICOLOR_FORCE="1")
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(command, stdin=others, stdout=others, stderr=subprocess.DEVNULL, env=environment)
    os.close(others)
    text = b""
    while True:
        try:
            part = os.read(own, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    process.wait()
    return text.decode().replace("\r\n", "\n").rstrip("\n")


def spans(line, style):
    """The parts of a line, each with its style. A style continues on the next line."""
    parts = []
    for index, part in enumerate(re.split("\x1b\\[([0-9;]*)m", line)):
        if index % 2 == 0:
            if part:
                parts.append((dict(style), part))
            continue
        for code in part.split(";"):
            if code in ("0", ""):
                style.clear()
            elif code == "1":
                style["font-weight"] = "bold"
            elif code == "2":
                style["opacity"] = ".65"
            elif code in COLOURS:
                style["fill"] = COLOURS[code]
            else:
                sys.exit(f"unknown style {code}")
    return parts


def columns_of(text):
    """Width of a text in columns."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len([letter for letter in text if not unicodedata.combining(letter)]) + wide


def drawn(title, columns, lines):
    """The picture: every part of a line has a fixed column, for any font."""
    width, height = round(columns * WIDTH + 2 * MARGIN), len(lines) * HEIGHT + 2 * MARGIN + 24
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">')
    yield f"<title>{html.escape(title)}</title>"
    yield f'<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>'
    for index, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{20 + index * 20}" cy="20" r="6" fill="{colour}"/>'
    yield '<g fill="#e6edf3" xml:space="preserve">'
    going_on = {}
    for row, line in enumerate(lines):
        column, y = 0, MARGIN + 24 + (row + 1) * HEIGHT - 5
        for style, text in spans(line, going_on):
            style = "".join(f' {key}="{value}"' for key, value in style.items())
            lead = len(text) - len(text.lstrip(" "))
            x = round(MARGIN + (column + lead) * WIDTH, 2)
            length = round(columns_of(text.strip(" ")) * WIDTH, 2)
            column += columns_of(text)
            if text.strip(" "):
                fitted = f' textLength="{length}" lengthAdjust="spacingAndGlyphs"'
                yield f'<text x="{x}" y="{y}"{fitted}{style}>{html.escape(text.strip(" "), quote=False)}</text>'
    yield "</g></svg>"


def main():
    columns, title, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    prompt = "\x1b[32m$\x1b[0m \x1b[1mtruthsayer " + " ".join(command[1:]) + "\x1b[0m"
    print("\n".join(drawn(title, columns, [prompt, *shown(columns, command).split("\n")])))


main()
