"""Draws times over sizes as an SVG file, with nothing but Python."""

import math
from html import escape

COLOURS = {"ours": "#c2410c", "torch": "#2563eb", "numpy": "#15803d", "copy": "#9ca3af"}
PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 340, 250, 3
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 34, 36


def size_name(size):
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size // unit} {name}"
    return f"{size} B"


def time_name(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit * 0.999:
            return f"{seconds / unit:g} {name}"
    return f"{seconds / 1e-9:g} ns"


def panel(title, lines):
    """The lines of one kernel, both axes logarithmic."""
    sizes = sorted({size for line in lines.values() for size, _ in line})
    times = [seconds for line in lines.values() for _, seconds in line]
    lowest, highest = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    width, height = PANEL_WIDTH - LEFT - RIGHT, PANEL_HEIGHT - TOP - BOTTOM
    span = max(math.log2(sizes[-1] / sizes[0]), 1)

    def x(size):
        return LEFT + width * math.log2(size / sizes[0]) / span

    def y(seconds):
        return TOP + height * (highest - math.log10(seconds)) / (highest - lowest)

    out = [f'<text x="{LEFT}" y="{TOP - 12}" class="title">{escape(title)}</text>']
    for power in range(lowest, highest + 1):
        at = y(10.0**power)
        out.append(f'<path d="M{LEFT} {at:.1f}h{width}" class="grid"/>')
        out.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" class="right">{time_name(10.0**power)}</text>')
    for size in sizes[::2]:
        out.append(f'<text x="{x(size):.1f}" y="{TOP + height + 18}" class="middle">{size_name(size)}</text>')
    for name, line in lines.items():
        points = " ".join(f"{x(size):.1f},{y(seconds):.1f}" for size, seconds in line)
        dashes = ' stroke-dasharray="4 3"' if name == "copy" else ""
        out.append(f'<polyline points="{points}" stroke="{COLOURS[name]}" class="line"{dashes}/>')
        for size, seconds in line if name != "copy" else ():
            out.append(f'<circle cx="{x(size):.1f}" cy="{y(seconds):.1f}" r="2.2" fill="{COLOURS[name]}"/>')
    return out


def draw(charts, subtitle, path):
    """One panel for each kernel: `charts` maps its name to lines, which map a name to (bytes, seconds)."""
    rows = math.ceil(len(charts) / COLUMNS)
    width, height = PANEL_WIDTH * COLUMNS, PANEL_HEIGHT * rows + 40
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>text{font:11px sans-serif;fill:#374151}.title{font-weight:bold;font-size:13px}"
        ".right{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#e5e7eb}"
        ".line{fill:none;stroke-width:1.8}</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    at = LEFT
    for name, colour in COLOURS.items():
        label = "copy of as many bytes" if name == "copy" else name
        out.append(f'<path d="M{at} 20h22" stroke="{colour}" stroke-width="3"/>')
        out.append(f'<text x="{at + 28}" y="24">{label}</text>')
        at += 90
    out.append(f'<text x="{width - RIGHT}" y="24" class="right">{escape(subtitle)}</text>')
    for index, (title, lines) in enumerate(charts.items()):
        shift = (index % COLUMNS * PANEL_WIDTH, index // COLUMNS * PANEL_HEIGHT + 36)
        out.append(f'<g transform="translate({shift[0]} {shift[1]})">')
        out += panel(title, lines)
        out.append("</g>")
    out.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
