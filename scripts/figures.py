#!/usr/bin/env python3
"""Draw the figures of docs/: python3 scripts/figures.py [DIRECTORY], by default docs/figures.

Standard library only. The output depends on nothing but this file and examples/, so that `scripts/docs --check` can
compare it. Where a figure shows what floats do, the floats are computed here, and exact values are fractions. Where it
shows an example, the answers are those that the example prints.
"""
import math
import os
import re
import struct
import sys
from fractions import Fraction

NAVY, BRICK, SAGE, SAND, SKY = "#22304a", "#c2452d", "#5f8f6b", "#e8c46a", "#8fb3c4"
PAPER, GREY, PALE, WHITE = "#fbfaf6", "#6b7486", "#dcdfe4", "#ffffff"
FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
MONO = "'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


# ---- Drawing -------------------------------------------------------------------------------------------------------


def num(x):
    s = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if s in ("-0", "") else s


def escape(s):
    return s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Svg:
    """A drawing on a light card of its own, so that it can be read on a dark page too."""

    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10" fill="{PAPER}" stroke="{PALE}"/>',
        ]

    def add(self, s):
        self.parts.append(s)

    def line(self, x1, y1, x2, y2, color=NAVY, width=1.5, dash=None, cap="butt"):
        d = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<line x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}" stroke="{color}" '
                 f'stroke-width="{num(width)}" stroke-linecap="{cap}"{d}/>')

    def arrow(self, x1, y1, x2, y2, color=NAVY, width=2.0, head=10, dash=None):
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        bx, by = x2 - head * ux, y2 - head * uy
        half = 0.42 * head
        self.line(x1, y1, bx + 0.3 * head * ux, by + 0.3 * head * uy, color, width, dash)
        self.poly([(x2, y2), (bx - half * uy, by + half * ux), (bx + half * uy, by - half * ux)], fill=color)

    def rect(self, x, y, w, h, fill="none", stroke=None, width=1.5, rx=0, opacity=1.0, dash=None):
        d = f' stroke-dasharray="{dash}"' if dash else ""
        s = f' stroke="{stroke}" stroke-width="{num(width)}"{d}' if stroke else ""
        o = f' fill-opacity="{num(opacity)}"' if opacity < 1.0 else ""
        r = f' rx="{num(rx)}"' if rx else ""
        self.add(f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{fill}"{o}{s}{r}/>')

    def poly(self, points, fill="none", stroke=None, width=1.5, opacity=1.0, close=True, dash=None):
        p = " ".join(f"{num(x)},{num(y)}" for x, y in points)
        s = f' stroke="{stroke}" stroke-width="{num(width)}" stroke-linejoin="round"' if stroke else ""
        d = f' stroke-dasharray="{dash}"' if dash else ""
        o = f' fill-opacity="{num(opacity)}"' if opacity < 1.0 else ""
        self.add(f'<poly{"gon" if close else "line"} points="{p}" fill="{fill}"{o}{s}{d}/>')

    def circle(self, x, y, r, fill=NAVY, stroke=None, width=1.5, opacity=1.0):
        s = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
        o = f' fill-opacity="{num(opacity)}"' if opacity < 1.0 else ""
        self.add(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{o}{s}/>')

    def path(self, d, fill="none", stroke=None, width=1.5, opacity=1.0, dash=None):
        s = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
        o = f' fill-opacity="{num(opacity)}"' if opacity < 1.0 else ""
        a = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path d="{d}" fill="{fill}"{o}{s}{a}/>')

    def text(self, x, y, s, size=14, color=NAVY, anchor="start", bold=False, italic=False, mono=False):
        more = (' font-weight="600"' if bold else "") + (' font-style="italic"' if italic else "")
        self.add(f'<text x="{num(x)}" y="{num(y)}" font-family="{MONO if mono else FONT}" font-size="{num(size)}" '
                 f'fill="{color}" text-anchor="{anchor}"{more}>{escape(s)}</text>')

    def lines(self, x, y, rows, size=14, step=19, **more):
        for i, row in enumerate(rows):
            self.text(x, y + i * step, row, size, **more)

    def pill(self, x, y, s, fill, size=13, color=WHITE):
        w = 0.6 * size * len(s) + 18
        self.rect(x - w / 2, y - size * 0.95, w, size * 1.75, fill=fill, rx=size * 0.875)
        self.text(x, y + size * 0.28, s, size, color, "middle", bold=True)

    def save(self, path):
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(self.parts + ["</svg>", ""]))


# ---- Floats --------------------------------------------------------------------------------------------------------


def f32(x):
    """The float nearest to a double. That Python rounds to double first is harmless for one product, difference or
    quotient of floats (53 >= 2·24 + 2)."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


# ---- The figures ---------------------------------------------------------------------------------------------------


def slabs():
    """The slab method: a hit and a miss, with the t axis below, aligned because direction.x is 1."""
    g = Svg(860, 430, "The slab method: intervals of t on each axis, a hit where they overlap, else a miss")
    box = (2.0, 5.0, 1.5, 3.0)  # x from, x to, y from, y to
    for panel, (oy, dy, verdict) in enumerate(((0.6, 0.55, "hit"), (1.6, 0.92, "miss"))):
        left, top, scale = 60 + panel * 420, 40, 55.0
        px = lambda x: left + x * scale
        py = lambda y: top + (3.75 - y) * scale
        tx = ((box[0]), (box[1]))
        ty = ((box[2] - oy) / dy, (box[3] - oy) / dy)
        # the slabs
        g.rect(px(box[0]), top - 8, (box[1] - box[0]) * scale, 3.75 * scale + 8, fill=SKY, opacity=0.35)
        g.rect(left - 15, py(box[3]), 6.35 * scale, (box[3] - box[2]) * scale, fill=SAND, opacity=0.4)
        g.rect(px(box[0]), py(box[3]), (box[1] - box[0]) * scale, (box[3] - box[2]) * scale, fill=WHITE, stroke=NAVY,
               width=2.2, opacity=0.55)
        g.text(px(box[1]) - 8, py(box[2]) - 9, "box", 14, anchor="end", bold=True)
        g.text(px(box[1]) - 6, top + 9, "x slab", 13, "#3c6478", anchor="end")
        g.text(px(6.05), py(box[2]) - 8, "y slab", 13, "#87671a", anchor="end")
        # the drop lines
        for t, c in ((tx[0], SKY), (tx[1], SKY), (ty[0], SAND), (ty[1], SAND)):
            if t > 0:
                y = oy + t * dy
                if y < 3.95:
                    bottom = 306 if c == SKY else 336
                    g.line(px(t), py(y), px(t), bottom, GREY, 1, "2 3")
        # the ray
        t_end = min(5.9, (3.85 - oy) / dy)
        enter, leave = max(tx[0], ty[0]), min(tx[1], ty[1])
        g.arrow(px(0), py(oy), px(t_end), py(oy + t_end * dy), NAVY, 2.4, 12)
        if verdict == "hit":
            g.line(px(enter), py(oy + enter * dy), px(leave), py(oy + leave * dy), SAGE, 5, cap="round")
        g.circle(px(0), py(oy), 4.5)
        g.text(px(0) - 2, py(oy) + 21, "origin", 13, anchor="middle")
        for t, c in ((tx[0], "#4f8199"), (tx[1], "#4f8199"), (ty[0], "#b48a22"), (ty[1], "#b48a22")):
            y = oy + t * dy
            if 0 < t < t_end:
                g.circle(px(t), py(y), 5, c, WHITE, 1.2)
        # the t axis
        g.rect(px(tx[0]), 298, (tx[1] - tx[0]) * scale, 16, fill=SKY, rx=3)
        g.text(left - 15, 311, "x", 13, "#3c6478", bold=True)
        y0 = max(ty[0], 0.0)
        g.rect(px(y0), 328, (ty[1] - y0) * scale, 16, fill=SAND, rx=3)
        if ty[0] < 0:
            g.poly([(px(0), 328), (px(0) - 9, 336), (px(0), 344)], fill=SAND)
        g.text(left - 15 if ty[0] >= 0 else left - 25, 341, "y", 13, "#87671a", bold=True)
        g.arrow(left - 15, 372, px(6.35), 372, NAVY, 1.6, 9)
        g.text(px(6.35) + 6, 376, "t", 15, italic=True, bold=True)
        if verdict == "hit":
            g.rect(px(enter), 365, (leave - enter) * scale, 14, fill=SAGE, rx=3)
            for t, s in ((enter, "enter"), (leave, "exit")):
                g.line(px(t), 360, px(t), 384, SAGE, 2)
                g.text(px(t) + (-4 if s == "enter" else 4), 405, s, 13, anchor="end" if s == "enter" else "start")
            g.pill(px((enter + leave) / 2), 401, "both: hit", SAGE)
        else:
            for t in (leave, enter):
                g.line(px(t), 362, px(t), 382, BRICK, 2)
            g.text(px(leave) - 4, 405, "leaves y", 13, anchor="end")
            g.text(px(enter) + 4, 405, "enters x", 13)
            g.pill(px(4.75), 401, "never both: miss", BRICK)
    return g


def cases():
    """Parallel, inside, behind, touching: what the same rule says."""
    g = Svg(860, 215, "Special cases: parallel rays, a ray that starts inside, a box behind the ray, touching")
    names = (("parallel, between", "no limit from y", "hit"), ("parallel, outside", "never between", "miss"),
             ("starts inside", "t_enter = t_min = 0", "hit"), ("box behind", "exit before t = 0", "miss"),
             ("touches a corner", "enter = exit", "hit"))
    for i, (name, rule, verdict) in enumerate(names):
        cx = 90 + i * 170
        x0, x1, y0, y1 = cx - 34, cx + 34, 56, 112
        color = SAGE if verdict == "hit" else BRICK
        g.text(cx, 30, name, 14, anchor="middle", bold=True)
        g.rect(x0, y0, x1 - x0, y1 - y0, fill=SKY, opacity=0.45, stroke=NAVY, width=2)
        if i == 0:
            start, end, inside = (cx - 70, 84), (cx + 70, 84), ((x0, 84), (x1, 84))
        elif i == 1:
            start, end, inside = (cx - 70, 46), (cx + 70, 46), None
        elif i == 2:
            start, end, inside = (cx - 12, 94), (cx + 66, 62), ((cx - 12, 94), (x1, 94 - 46 * 32 / 78))
        elif i == 3:
            start, end, inside = (cx + 46, 88), (cx + 82, 79), None
            g.line(cx - 62, 115, cx + 46, 88, GREY, 1.4, "4 4")
        else:
            start, end, inside = (x0 - 36, y0 + 16), (x0 + 36, y0 - 16), None
        g.arrow(*start, *end, NAVY, 2.2, 10)
        g.circle(*start, 4)
        if inside:
            g.line(*inside[0], *inside[1], SAGE, 5, cap="round")
        if i == 4:
            g.circle(x0, y0, 5.5, SAGE, WHITE, 1.2)
        g.text(cx, 150, rule, 13, GREY, "middle")
        g.pill(cx, 184, verdict, color)
    return g


def lost_hit():
    """Whole numbers a, b for which a ray from (0, 0) along (a, b) touches the corner (a, b), and floats deny it."""
    for b in range(20, 60):
        a = b + 19
        enter, leave = f32(a * f32(1.0 / a)), f32(b * f32(1.0 / b))
        if enter > leave:
            return a, b, enter, leave
    raise ValueError("no example")


def false_hit():
    """Floats for which a ray from (0,0) passes the corner (a, b) outside, and floats see a touch."""
    for k in range(1, 64):
        for b in range(20, 60):
            a = b + 19
            dx, dy = f32(a * (1.0 - 2.0 ** -24)), f32(b * (1.0 + k * 2.0 ** -26))
            exact_enter, exact_leave = Fraction(a) / Fraction(dx), Fraction(b) / Fraction(dy)
            enter, leave = f32(a * f32(1.0 / dx)), f32(b * f32(1.0 / dy))
            if exact_enter > exact_leave and enter <= leave:
                return exact_enter, exact_leave, enter, leave
    raise ValueError("no example")


def rounding():
    """A corner, close up: what rounding makes of an entry and an exit that are equal, or nearly so."""
    g = Svg(860, 400, "A ray at a corner: rounded quotients swap entry and exit, or make them equal")
    a, b, enter, leave = lost_hit()
    x_enter, x_leave, f_enter, f_leave = false_hit()
    # left: the scene
    g.text(30, 34, "A ray at a corner", 15, bold=True)
    ox, oy, s = 46, 270, 2.9
    cx, cy = ox + a * s, oy - b * s
    g.rect(cx, cy, 90, 105, fill=SKY, opacity=0.45, stroke=NAVY, width=2)
    g.text(cx + 45, cy + 58, "box", 14, anchor="middle", bold=True)
    g.arrow(ox, oy, ox + a * s * 1.4, oy - b * s * 1.4, NAVY, 2.2, 11)
    g.circle(ox, oy, 4.5)
    g.circle(cx, cy, 6, BRICK, WHITE, 1.4)
    g.text(ox - 8, oy + 22, "(0, 0)", 13)
    g.text(cx - 12, cy - 12, f"({a}, {b})", 13, anchor="end")
    g.lines(30, 328, (f"direction ({a}, {b}):", "at t = 1 the ray is at the corner."), 13, 18, color=GREY)
    # right: two t axes under the microscope
    left, right = 385, 830

    def axis(y, values, title, note, verdict, color, unit):
        lo = Fraction(1) - Fraction(45, 10) * unit
        span = Fraction(9) * unit
        px = lambda t: left + float((Fraction(t) - lo) / span) * (right - left)
        g.text(left, y - 82, title, 15, bold=True)
        g.arrow(left - 6, y, right + 12, y, NAVY, 1.5, 9)
        g.text(right + 4, y + 22, "t", 15, italic=True, bold=True)
        # every float is a tick: spacing 2^-24 below 1, 2^-23 above
        t = Fraction(1) - 4 * Fraction(1, 2 ** 24)
        while t < lo + span:
            if t > lo:
                h = 9 if t == 1 else 6
                g.line(px(t), y - h, px(t), y + h, NAVY, 2 if t == 1 else 1.2)
            t += Fraction(1, 2 ** 24) if t < 1 else Fraction(1, 2 ** 23)
        g.text(px(1), y + 27, "1", 14, anchor="middle")
        g.text(px(1 - Fraction(1, 2 ** 24)), y + 27, "1 − 2⁻²⁴", 13, anchor="middle")
        g.text(px(1 + Fraction(1, 2 ** 23)), y + 27, "1 + 2⁻²³", 13, anchor="middle")
        for k, (exact, rounded, name, c, level) in enumerate(values):
            ey = y - 46
            ex = px(exact)
            g.poly([(ex, ey - 7), (ex + 7, ey), (ex, ey + 7), (ex - 7, ey)], fill=PAPER, stroke=c, width=2)
            g.arrow(px(exact), ey + 8, px(rounded), y - 9, c, 1.5, 7)
            g.circle(px(rounded), y, 4.5 if k else 7.5, c, WHITE, 1.2)
            g.text(px(exact) + (14 if level > 0 else -14), ey + 5, name, 13, c, "start" if level > 0 else "end")
        g.pill(left + 62, y + 50, verdict, color)
        g.text(left + 130, y + 54, note, 13, GREY)

    unit = Fraction(1, 2 ** 24)
    x_slab, y_slab = ("enters the x slab", "#3c6478", 1), ("leaves the y slab", "#a67c12", -1)
    axis(126, ((Fraction(1), enter, *x_slab), (Fraction(1), leave, *y_slab)),
         "Lost hit: both are 1, one is rounded down", "the exit seems to come first", "plain: miss", BRICK, unit)
    axis(300, ((x_enter, f_enter, *x_slab), (x_leave, f_leave, *y_slab)),
         "False hit: another ray, just beside the corner", "it leaves before it enters; rounding hides that",
         "plain: hit",
         BRICK, unit)
    for x, s in ((left, "◇ exact"), (left + 75, "● in float arithmetic"), (left + 225, "| every float near 1")):
        g.text(x, 384, s, 12.5, GREY)
    return g


def filter_figure():
    """A value with its error bar against zero."""
    g = Svg(860, 285, "A computed value with its error interval: certain yes, certain no, undecided")
    left, right, zero = 60, 560, 310
    g.text(zero, 32, "0", 15, anchor="middle", bold=True)
    g.line(zero, 42, zero, 232, NAVY, 1.5, "3 4")
    rows = ((470, 58, SAGE, "certainly a hit", "the whole interval is above 0"),
            (150, 52, BRICK, "certainly a miss", "the whole interval is below 0"),
            (335, 52, "#b48a22", "undecided", "0 is inside: ask the next stage"))
    for i, (x, e, c, verdict, note) in enumerate(rows):
        y = 75 + i * 65
        g.line(left, y, right, y, PALE, 2)
        g.line(x - e, y, x + e, y, c, 6, cap="round")
        g.line(x - e, y - 11, x - e, y + 11, c, 2)
        g.line(x + e, y - 11, x + e, y + 11, c, 2)
        g.circle(x, y, 6.5, NAVY, WHITE, 1.4)
        if i == 0:
            g.text(x, y - 30, "computed", 12.5, GREY, "middle")
            g.line(x, y - 26, x, y - 9, GREY, 1)
            g.text(x - e, y - 18, "− noise", 12.5, GREY, "middle")
            g.text(x + e, y - 18, "+ noise", 12.5, GREY, "middle")
        if i == 2:
            g.circle(zero - 9, y, 4.5, BRICK, WHITE, 1.2)
            g.text(zero - 12, y + 27, "the true value may be here", 12.5, GREY, "end")
        g.text(600, y - 3, verdict, 15, c, bold=True)
        g.text(600, y + 16, note, 13, GREY)
    g.arrow(left - 20, 240, right + 20, 240, NAVY, 1.5, 9)
    g.text((left + right) / 2, 264, "exit − entry", 14, anchor="middle")
    return g


def stages():
    """The staircase of hit_ray_aabb."""
    g = Svg(860, 330, "The stages of hit_ray_aabb: inline float, double, exact products, expansions")
    steps = (("float, inline", ("certain misses; hits", "only if no t is wanted"), "a few nanoseconds", SKY, NAVY),
             ("double", ("hit, miss, faces", "and rounded t"), "some tens", SAND, NAVY),
             ("exact products", ("of two doubles:", "ties are ties"), "about a hundred", SAGE, WHITE),
             ("expansions", ("sums of doubles", "without rounding"), "some hundreds", NAVY, WHITE))
    for i, (name, what, cost, fill, ink) in enumerate(steps):
        x, y, w, h = 30 + i * 203, 34 + i * 48, 180, 100
        g.rect(x, y, w, h, fill=fill, rx=9)
        g.text(x + w / 2, y + 29, name, 16, ink, "middle", bold=True)
        g.lines(x + w / 2, y + 55, what, 13.5, 18, color=ink, anchor="middle")
        g.text(x + w / 2, y + h + 20, cost, 13, GREY, "middle", italic=True)
        if i < 3:
            g.path(f"M{num(x + w)} {num(y + 30)} H{num(x + w + 76)} V{num(y + 36)}", stroke=BRICK, width=2)
            g.arrow(x + w + 76, y + 28, x + w + 76, y + 47, BRICK, 2, 9)
            g.text(x + w + 8, y + 22, "undecided", 12.5, BRICK)
    g.lines(34, 258, ("Each call ends at the first step that can vouch for its answer.",
                      "The last one always can: it does not round."), 14, 20)
    return g


def midpoint():
    """Correct rounding by the side of one midpoint."""
    g = Svg(860, 215, "Correct rounding: on which side of the midpoint of two floats does the exact value lie?")
    y, a, b = 105, 170, 690
    m = (a + b) / 2
    g.rect(a, y - 34, m - a, 68, fill=SKY, opacity=0.35)
    g.rect(m, y - 34, b - m, 68, fill=SAND, opacity=0.4)
    g.line(70, y, 790, y, NAVY, 1.5)
    for x, s in ((a, "a float"), (b, "the next float")):
        g.line(x, y - 16, x, y + 16, NAVY, 2.6)
        g.text(x, y + 54, s, 14, anchor="middle")
    g.line(m, y - 46, m, y + 34, BRICK, 2, "5 4")
    g.text(m, y + 54, "midpoint: 25 bits, exact in double", 14, BRICK, "middle")
    e = m - 16
    g.line(e - 34, y, e + 34, y, NAVY, 6, cap="round")
    g.circle(e, y, 6.5, NAVY, WHITE, 1.4)
    g.text(e - 44, y - 16, "estimate of num/den", 13, GREY, "end")
    g.circle(m + 9, y, 5.5, BRICK, WHITE, 1.3)
    g.text(m + 18, y - 16, "the true quotient", 13, BRICK)
    g.text((a + m) / 2, y - 50, "rounds to the lower", 13, "#3c6478", "middle")
    g.text((b + m) / 2, y - 50, "rounds to the upper", 13, "#87671a", "middle")
    g.text(430, 196, "The sign of num − midpoint·den, computed exactly, decides. Zero means a tie: to the even one.",
           13.5,
           anchor="middle")
    return g


def boxes():
    """Aligned, oriented and affine boxes are three slabs each (two, in the plane)."""
    g = Svg(860, 305, "Aligned, oriented and affine boxes: each is an intersection of slabs")
    names = (("aligned", "lo = min − origin,  d = direction", (1, 0), (0, 1)),
             ("oriented", "lo = −half − axis·(origin − center)", (0.87, 0.5), (-0.5, 0.87)),
             ("affine", "lo = min·det − r·(origin − T)", (0.97, 0.1), (0.5, 0.75)))
    for i, (name, formula, u, v) in enumerate(names):
        cx, cy = 145 + i * 285, 155
        hu, hv, far = 58, 38, 112
        at = lambda s, t: (cx + s * u[0] + t * v[0], cy - s * u[1] - t * v[1])
        g.text(cx, 34, name, 15, anchor="middle", bold=True)
        tall = far * 0.72
        g.poly([at(-hu, -tall), at(hu, -tall), at(hu, tall), at(-hu, tall)], fill=SKY, opacity=0.32)
        g.poly([at(-far, -hv), at(far, -hv), at(far, hv), at(-far, hv)], fill=SAND, opacity=0.38)
        for s in (-hu, hu):
            g.line(*at(s, -tall), *at(s, tall), "#6f9db2", 1.4)
        for t in (-hv, hv):
            g.line(*at(-far, t), *at(far, t), "#c99f3a", 1.4)
        g.poly([at(-hu, -hv), at(hu, -hv), at(hu, hv), at(-hu, hv)], fill=WHITE, stroke=NAVY, width=2.2, opacity=0.6)
        g.arrow(cx - 122, cy + 46, cx + 122, cy - 34, NAVY, 2.2, 11)
        g.circle(cx - 122, cy + 46, 4)
        g.text(cx, 284, formula, 12.5, GREY, "middle")
    return g


def triangle():
    """Three signed volumes, and the edge that two triangles share."""
    g = Svg(860, 330, "A ray hits a triangle when three signed volumes agree; neighbours share the volume of an edge")
    # left: the triangle as seen along the ray
    g.text(30, 34, "Seen along the ray", 15, bold=True)
    v0, v1, v2, p = (70, 270), (345, 235), (190, 80), (205, 190)
    for q, r, c in ((v1, v2, SKY), (v2, v0, SAND), (v0, v1, SAGE)):
        g.poly([q, r, p], fill=c, opacity=0.55)
    g.poly([v0, v1, v2], stroke=NAVY, width=2.4)
    for q in (v0, v1, v2):
        g.line(*p, *q, WHITE, 1.4)
    g.circle(*p, 5.5, BRICK, WHITE, 1.3)
    g.text(v0[0] - 26, v0[1] + 8, "v0", 14, bold=True)
    g.text(v1[0] + 4, v1[1] + 20, "v1", 14, bold=True)
    g.text(v2[0] - 8, v2[1] - 11, "v2", 14, bold=True)
    g.text(241, 172, "w", 17, anchor="middle", italic=True, bold=True)
    g.text(150, 185, "u", 17, anchor="middle", italic=True, bold=True)
    g.text(208, 240, "v", 17, anchor="middle", italic=True, bold=True)
    g.lines(30, 308, ("all of one sign, or zero: the line goes through",), 13.5, color=GREY)
    # right: the shared edge
    g.text(450, 34, "An edge that two triangles share", 15, bold=True)
    a, b, c, d = (560, 275), (640, 75), (470, 150), (790, 195)
    g.poly([a, b, c], fill=SKY, opacity=0.5, stroke=NAVY, width=2)
    g.poly([a, d, b], fill=SAND, opacity=0.5, stroke=NAVY, width=2)
    g.line(*a, *b, BRICK, 3.2, cap="round")
    q = (a[0] + 0.52 * (b[0] - a[0]), a[1] + 0.52 * (b[1] - a[1]))
    g.circle(*q, 6, BRICK, WHITE, 1.4)
    g.text(535, 172, "+", 24, anchor="middle", bold=True)
    g.text(668, 187, "−", 24, anchor="middle", bold=True)
    g.text(b[0] + 12, b[1] + 4, "volume(ray, edge)", 13.5, BRICK)
    g.lines(450, 308, ("One number, one sign, computed without rounding: > 0, < 0 or 0.",), 13.5, color=GREY)
    return g


def faces():
    """The numbers of the faces."""
    g = Svg(860, 330, "The numbers of the faces of a box, a cylinder and a capsule")
    # the box, in a cabinet view
    cx, cy = 195, 155
    ex, ey, ez = (95, 22), (0, -95), (-62, 42)

    def at(x, y, z):
        return cx + x * ex[0] + y * ey[0] + z * ez[0] - 10, cy + x * ex[1] + y * ey[1] + z * ez[1] + 10

    def quad(p, fill, label, name):
        pts = [at(*q) for q in p]
        g.poly(pts, fill=fill, stroke=NAVY, width=2)
        x, y = sum(q[0] for q in pts) / 4, sum(q[1] for q in pts) / 4
        g.text(x, y + 1, label, 19, NAVY, "middle", bold=True)
        g.text(x, y + 18, name, 12.5, NAVY, "middle")

    h = 0.62
    quad([(h, -h, -h), (h, h, -h), (h, h, h), (h, -h, h)], SKY, "1", "+x")
    quad([(-h, h, -h), (h, h, -h), (h, h, h), (-h, h, h)], SAND, "3", "+y")
    quad([(-h, -h, h), (h, -h, h), (h, h, h), (-h, h, h)], "#a9c6b0", "5", "+z")
    g.text(180, 34, "hit_aabb, hit_obb, affine boxes", 15, anchor="middle", bold=True)
    g.text(180, 312, "2·axis, + 1 on the side of the larger coordinate", 13, GREY, "middle")
    for p, q, label, ends in (((-h - 0.1, 0, 0), (-h - 0.62, 0, 0), "0  −x", "end"),
                              ((0, -h - 0.1, 0), (0, -h - 0.52, 0), "2  −y", "middle"),
                              ((0, 0, -h - 0.1), (0, 0, -h - 0.95), "4  −z", "start")):
        a, b = at(*p), at(*q)
        g.line(*a, *b, GREY, 1.5, "4 3")
        dx = -6 if ends == "end" else 6 if ends == "start" else 0
        dy = 17 if ends == "middle" else -4 if ends == "start" else 4
        g.text(b[0] + dx, b[1] + dy, label, 14, GREY, ends, bold=True)
    # the cylinder
    x, w, y0, y1, r = 475, 62, 90, 240, 20
    g.path(f"M{x - w} {y0} V{y1} A{w} {r} 0 0 0 {x + w} {y1} V{y0}", fill=SKY, stroke=NAVY, width=2)
    g.path(f"M{x - w} {y0} A{w} {r} 0 0 0 {x + w} {y0} A{w} {r} 0 0 0 {x - w} {y0} Z", fill=SAND, stroke=NAVY, width=2)
    g.text(x, y0 + 6, "8  end b", 14, anchor="middle", bold=True)
    g.text(x, 178, "6  side", 14, anchor="middle", bold=True)
    g.text(x, y1 + 42, "7  end a, below", 14, GREY, "middle", bold=True)
    g.text(x, 34, "hit_cylinder", 15, anchor="middle", bold=True)
    g.text(x, 312, "on the rim: side", 13, GREY, "middle")
    # the capsule
    x, w, y0, y1 = 655, 50, 120, 215
    g.path(f"M{x - w} {y0} A{w} {w} 0 0 1 {x + w} {y0} Z", fill=SAND, stroke=NAVY, width=2)
    g.path(f"M{x - w} {y1} A{w} {w} 0 0 0 {x + w} {y1} Z", fill="#a9c6b0", stroke=NAVY, width=2)
    g.rect(x - w, y0, 2 * w, y1 - y0, fill=SKY, stroke=NAVY, width=2)
    g.text(x, y0 - 12, "8  end b", 14, anchor="middle", bold=True)
    g.text(x, 173, "6  side", 14, anchor="middle", bold=True)
    g.text(x, y1 + 25, "7  end a", 14, anchor="middle", bold=True)
    g.text(x, 34, "hit_capsule", 15, anchor="middle", bold=True)
    g.text(x, 312, "on the seam: side", 13, GREY, "middle")
    # the sphere
    x = 790
    g.circle(x, 168, 46, SKY, NAVY, 2)
    g.text(x, 173, "6  side", 14, anchor="middle", bold=True)
    g.text(x, 34, "the others", 15, anchor="middle", bold=True)
    g.text(x, 312, "all of it: side", 13, GREY, "middle")
    return g


def span():
    """t_enter, t_exit and inside for four rays."""
    g = Svg(860, 345, "hit_span: t_enter, t_exit and inside, when a ray starts before, starts inside, or ends inside")
    x0, x1 = 250, 470
    g.rect(x0, 48, x1 - x0, 262, fill=SKY, opacity=0.35)
    for x in (x0, x1):
        g.line(x, 48, x, 310, NAVY, 2)
    g.text((x0 + x1) / 2, 36, "the shape", 14, anchor="middle", bold=True)
    rows = (("starts before, ends after", 90, 545, ("inside = false", "both faces are set")),
            ("starts inside", 340, 545, ("inside = true", "t_enter = t_min, face_enter = NONE")),
            ("ends inside", 90, 385, ("inside = false", "t_exit = t_max, face_exit = NONE")),
            ("starts on the entry face", x0, 545, ("inside = false", "an entry at t_min is an entry")))
    for i, (name, a, b, rule) in enumerate(rows):
        y = 80 + i * 66
        enter, leave = max(a, x0), min(b, x1)
        if i == 2:
            g.line(a, y, b, y, NAVY, 2.2)
            g.line(b, y - 8, b, y + 8, NAVY, 2.2)
        else:
            g.arrow(a, y, b, y, NAVY, 2.2, 11)
        g.line(enter, y, leave, y, SAGE, 6, cap="round")
        g.circle(a, y, 5)
        if i != 3:
            g.text(a, y - 12, "t_min", 12.5, GREY, "middle")
        else:
            g.text(a - 8, y - 12, "t_min", 12.5, GREY, "end")
        g.text(b, y - 12, "t_max", 12.5, GREY, "middle")
        left, right = i == 1, leave < b
        g.text(enter if left else enter + 6, y + 22, "t_enter", 13, SAGE, "middle" if left else "start", bold=True)
        g.text(leave - 6 if right else leave, y + 22, "t_exit", 13, SAGE, "end" if right else "middle", bold=True)
        g.text(600, y - 4, name, 14, bold=True)
        g.lines(600, y + 15, rule, 12.5, 17, color=GREY)
    g.text(430, 332, "green: the interval that the call returns, always clipped to [t_min, t_max]", 13, GREY, "middle")
    return g


def many():
    """One ray against many boxes: discard by eight, decide the rest."""
    g = Svg(860, 250, "One ray against many boxes: SIMD code discards eight at a time, exact code decides what is left")
    g.text(30, 36, "boxes, eight per step", 15, bold=True)
    survivors = {3, 14, 15}
    for i in range(24):
        row, col = divmod(i, 8)
        x, y = 30 + col * 34, 56 + row * 46
        keep = i in survivors
        g.rect(x, y, 26, 26, fill=SAND if keep else PALE, stroke="#b48a22" if keep else "#b9bec8", width=1.8, rx=3)
        if not keep:
            g.line(x + 7, y + 7, x + 19, y + 19, "#9aa1ae", 1.8)
            g.line(x + 19, y + 7, x + 7, y + 19, "#9aa1ae", 1.8)
        if col == 7:
            g.rect(26, y - 5, 8 * 34, 36, stroke=GREY, width=1.2, rx=6, dash="4 3")
    g.lines(30, 216, ("float: “certainly missed, or certainly", "behind the best hit so far”"), 13.5, 18, color=GREY)
    g.arrow(318, 125, 392, 125, BRICK, 2.4, 11)
    g.text(355, 112, "survivors", 12.5, BRICK, "middle")
    for k in range(3):
        g.rect(412, 66 + k * 42, 30, 30, fill=SAND, stroke="#b48a22", width=1.8, rx=3)
    g.arrow(462, 125, 536, 125, BRICK, 2.4, 11)
    g.rect(556, 78, 150, 94, fill=SAGE, rx=9)
    g.lines(631, 107, ("hit_ray_aabb", "decides each,", "exactly"), 14, 21, color=WHITE, anchor="middle", bold=True)
    g.arrow(718, 125, 762, 125, NAVY, 2.2, 10)
    g.lines(772, 120, ("nearest,", "or a mask"), 14, 20, bold=True)
    g.lines(430, 216, ("A kernel may keep too many. It may never",
                       "discard one that could win: that is what is proven."), 13.5, 18, color=GREY)
    return g


def tree_query():
    """How a ray query goes down a tree: boxes, triangles, and what is decided by which arithmetic."""
    g = Svg(860, 300, "A ray query: nodes of eight boxes and blocks of triangles are tested in float, the rest in "
                      "double, and what is left exactly")
    # a node
    g.text(30, 36, "a node: eight boxes at once", 15, bold=True)
    boxes = ((36, 62, 74, 46), (104, 54, 66, 34), (182, 66, 70, 52), (44, 122, 52, 60), (108, 102, 60, 44),
             (110, 158, 56, 34), (184, 132, 34, 52), (226, 132, 30, 62))
    hit = {3, 4, 2}
    for i, (x, y, w, h) in enumerate(boxes):
        g.rect(x, y, w, h, fill=SAND if i in hit else PALE, stroke="#b48a22" if i in hit else "#b9bec8", width=1.8,
               rx=2)
    g.arrow(22, 178, 266, 62, BRICK, 2.4, 11)
    for n, (x, y) in enumerate(((62, 150), (132, 122), (206, 98))):
        g.circle(x + 6, y - 4, 10, fill=WHITE, stroke=NAVY, width=1.3)
        g.text(x + 6, y + 1, str(n + 1), 13, anchor="middle", bold=True)
    g.lines(30, 226, ("Boxes are discarded in float, with a margin", "that covers every rounding. The nearest",
                      "is next; the others wait, and are dropped", "when something nearer has been hit."),
            13, 18, color=GREY)
    g.arrow(276, 120, 316, 120, NAVY, 2.2, 10)
    # a block
    g.text(326, 36, "a block: six triangles, eight vertices", 15, bold=True)
    top = [(336 + 66 * k, 84 + (8 if k % 2 else 0)) for k in range(4)]
    low = [(352 + 66 * k, 168 - (10 if k % 2 else 0)) for k in range(4)]
    triangles = []
    for k in range(3):
        triangles += [(top[k], low[k], top[k + 1]), (top[k + 1], low[k], low[k + 1])]
    for k, t in enumerate(triangles):
        g.poly(t, fill=SAND if k in (2, 3) else SKY, stroke=NAVY, width=1.3, opacity=0.85 if k in (2, 3) else 0.35)
    for p in top + low:
        g.circle(*p, 4)
    g.circle(444, 118, 5, fill=BRICK)
    g.lines(326, 226, ("Two cache lines. Eight lanes of float say “out”",
                       "or “perhaps hit”: mostly one triangle at most,", "but here a ray through an edge leaves two."),
            13, 18, color=GREY)
    g.arrow(572, 120, 612, 120, NAVY, 2.2, 10)
    # the decision
    g.text(622, 36, "what is left", 15, bold=True)
    for k, (fill, name, what) in enumerate(((SKY, "double", "tells most apart"), (SAND, "exact", "decides the rest"),
                                            (SAGE, "rounded once", "t, u, v, w"))):
        y = 56 + k * 48
        g.rect(622, y, 208, 38, fill=fill, rx=8)
        color = WHITE if fill == SAGE else NAVY
        g.text(634, y + 24, name, 14, color, bold=True)
        g.text(820, y + 24, what, 13, color, "end")
    g.lines(622, 226, ("The smallest exact t wins,", "and among equals the lowest index:",
                       "on every CPU, in every tree."), 13, 18, color=GREY)
    return g


def tree_file():
    """A tree's block of bytes: its sections, one node and one block of triangles, and what refers to what."""
    g = Svg(860, 470, "A tree is one block of bytes: header, nodes, blocks of triangles, ids, first leaves; "
                      "references are indices")
    sections = (("header", 40, 96, PALE), ("nodes", 150, 250, SKY), ("blocks", 410, 290, SAND), ("ids", 710, 30, SAGE),
                ("first leaves", 750, 70, SAGE))
    for name, x, w, fill in sections:
        g.rect(x, 58, w, 40, fill=fill, opacity=0.75, stroke=NAVY, width=1.4)
        g.text(x + w / 2, 45, name, 14, anchor="middle", bold=True)
    for k in range(5):
        if k > 0:
            g.line(150 + 50 * k, 58, 150 + 50 * k, 98, NAVY, 1)
        g.text(175 + 50 * k, 83, str(k), 13, BRICK if k > 2 else NAVY, "middle", mono=True, bold=k > 2)
    for k in range(10):
        if k > 0:
            g.line(410 + 29 * k, 58, 410 + 29 * k, 98, NAVY, 0.8)
        g.text(424.5 + 29 * k, 83, str(k), 13, BRICK if k in (1, 2) else NAVY, "middle", mono=True, bold=k in (1, 2))
    for x, s in ((40, "0"), (150, "256")):
        g.text(x, 115, s, 12, GREY, mono=True)
    g.text(820, 115, "size, a multiple of 64", 12, GREY, "end")
    # one node
    g.poly([(200, 98), (250, 98), (400, 150), (40, 150)], fill=SKY, opacity=0.25)
    g.rect(40, 150, 360, 200, fill=WHITE, stroke=NAVY, width=1.6)
    g.text(40, 372, "a node: 256 bytes, eight children", 13.5, bold=True)
    rows = ("low x", "high x", "low y", "high y", "low z", "high z", "ref")
    for i, row in enumerate(rows):
        y = 150 + i * 24
        g.rect(40, y, 360, 24, fill=SAND if row == "ref" else SKY, opacity=0.55 if row == "ref" else 0.25)
        g.line(40, y + 24, 400, y + 24, NAVY, 0.7)
        g.text(48, y + 17, row, 12.5, mono=True)
    for k in range(8):
        g.line(104 + 37 * k, 150, 104 + 37 * k, 318, NAVY, 0.7)
    for k, s in enumerate(("3", "4", "L1", "L2", "–", "–", "–", "–")):
        g.text(122 + 37 * k, 311, s, 12.5, NAVY if s == "–" else BRICK, "middle", mono=True, bold=True)
    g.text(220, 340, "8 orders: which children rays meet first", 12, GREY, "middle")
    # one block
    g.poly([(439, 98), (468, 98), (820, 150), (460, 150)], fill=SAND, opacity=0.3)
    g.rect(460, 150, 360, 200, fill=WHITE, stroke=NAVY, width=1.6)
    g.text(460, 372, "a block: 128 bytes, up to eight triangles", 13.5, bold=True)
    for i, row in enumerate(("x", "y", "z")):
        y = 150 + i * 30
        g.rect(460, y, 360, 30, fill=SAND, opacity=0.35)
        g.line(460, y + 30, 820, y + 30, NAVY, 0.7)
        g.text(470, y + 20, row, 12.5, mono=True)
        for k in range(8):
            g.line(492 + 41 * k, y, 492 + 41 * k, y + 30, NAVY, 0.7)
    g.text(640, 262, "corners: 3 × 8 numbers of 3 bits,", 12.5, anchor="middle")
    g.text(640, 279, "triangles in use, and the largest extent", 12.5, anchor="middle")
    g.line(460, 292, 820, 292, NAVY, 0.7)
    g.text(640, 320, "ids: a first one and eight differences,", 12.5, anchor="middle")
    g.text(640, 337, "or an index into the section of ids", 12.5, anchor="middle")
    g.lines(40, 408, ("3 and 4 are nodes, which come after this one;",
                      "L1 and L2 are leaves, here blocks 1 and 2. Both are",
                      "indices, so the bytes work wherever they lie."),
            13, 19, color=GREY)
    g.lines(460, 408, ("Triangles of a block share its eight vertices.",
                       "A child's box is the smallest one around what is in it."), 13, 19, color=GREY)
    return g


def cone_kinds():
    """One type of cone, four ranges of heights."""
    g = Svg(860, 330, "The kinds of cones: infinite, pointed, cut, and a disc, by their range of heights")
    kinds = (("infinite", 0.0, math.inf, "h in [0, inf)", "a light without end"),
             ("pointed", 0.0, 0.8, "h in [0, 8]", "a light with a range"),
             ("frustum", 0.3, 0.8, "h in [3, 8]", "from a near to a far end"),
             ("disc", 0.8, 0.8, "h in [8, 8]", "one height only"))
    y0, tall, tangent, flat = 244, 185, 0.5, 0.24
    for i, (name, low, high, heights, note) in enumerate(kinds):
        cx = 118 + i * 208
        g.text(cx, 34, name, 15, anchor="middle", bold=True)
        top = min(high, 1.0)
        at = lambda h, s: (cx + s * h * tall * tangent, y0 - h * tall)
        ring = lambda h, **more: g.path(
            "M{0} {2} A{3} {4} 0 0 0 {1} {2} A{3} {4} 0 0 0 {0} {2} Z".format(
                *(num(v) for v in (at(h, -1)[0], at(h, 1)[0], at(h, 0)[1], h * tall * tangent,
                                   h * tall * tangent * flat))),
            **more)
        # the whole cone, faintly, then the part between the heights
        g.poly([at(0, 0), at(1, 1), at(1, -1)], fill=PALE, opacity=0.45)
        if high > low:
            bottom = ("L{0} {1} A{2} {3} 0 0 1 {4} {1}" if low > 0 else "L{0} {1}").format(
                *(num(v) for v in (at(low, 1)[0], at(low, 1)[1], low * tall * tangent, low * tall * tangent * flat,
                                   at(low, -1)[0])))
            g.path(f"M{num(at(top, -1)[0])} {num(at(top, -1)[1])} "
                   f"L{num(at(top, 1)[0])} {num(at(top, 1)[1])} {bottom} Z",
                   fill=SKY)
            for s in (-1, 1):
                g.line(*at(low, s), *at(top, s), NAVY, 2)
            if low > 0:
                ring(low, stroke=NAVY, width=1.4, dash="3 3")
        if high < math.inf:
            ring(high, fill=SAND, stroke=NAVY, width=2)
        else:
            for s in (-1, 1):
                g.line(*at(1, s), *at(1.06, s), NAVY, 2, "3 3")
        g.arrow(*at(0, 0), *at(1.13, 0), GREY, 1.4, 8, "5 4")
        if low > 0:
            for s in (-1, 1):
                g.line(*at(0, 0), *at(low, s), GREY, 1.2, "3 3")
        g.circle(*at(0, 0), 4)
        if low == high:
            g.lines(at(0.6, -1)[0] - 8, at(0.6, 0)[1] - 4, ("h_min", "= h_max"), 12.5, 15, color=GREY, anchor="end")
        else:
            for h, label in ((low, "h_min"), (high, "h_max")):
                if 0 < h <= 1:
                    g.text(at(h, -1)[0] - 8, at(h, 0)[1] + 4, label, 12.5, GREY, "end")
            g.text(cx - 12, y0 + 4, "h_min = 0" if i == 1 else "apex", 12.5, GREY, "end")
        g.text(cx, 282, heights, 14, NAVY, "middle", mono=True)
        g.text(cx, 304, note, 13, GREY, "middle")
    cx = 118
    h = 0.62
    x, y = cx, y0 - h * tall
    g.line(x, y, x + h * tall * tangent, y, BRICK, 2.4)
    g.text(x + h * tall * tangent + 7, y + 5, "h·tangent", 12.5, BRICK)
    g.text(cx + 8, y0 - 1.06 * tall, "axis", 12.5, GREY)
    return g


def turned(cx, cy, w, h, angle):
    """The corners of a rectangle."""
    c, s = math.cos(angle), math.sin(angle)
    return [(cx + a * w / 2 * c - b * h / 2 * s, cy + a * w / 2 * s + b * h / 2 * c)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def cone_margin():
    """The margin, and what follows from the place where it is largest."""
    g = Svg(860, 378, "The margin of a point is its depth below the side of the cone; where it is largest decides")
    tangent = 0.55
    length = math.hypot(1, tangent)
    cos, sin = 1 / length, tangent / length
    panels = (("overlap", "the largest margin is positive:", "this point is in both"),
              ("separate", "it is negative: the plane along the", "side has all corners beyond it"),
              ("a cap decides", "the best point is beyond h_max:", "look at the box on the cap only"))
    for i, (name, *words) in enumerate(panels):
        x0, y0, width = 26 + i * 282, 300, 244
        at = lambda h, r: (x0 + h, y0 - r)
        g.text(x0 + width / 2, 34, name, 15, anchor="middle", bold=True)
        end = 160 if i == 2 else width
        g.poly([at(0, 0), at(end, 0), at(end, end * tangent)], fill=SKY, opacity=0.55)
        if i == 2:
            g.poly([at(end, 0), at(width, 0), at(width, width * tangent), at(end, end * tangent)], fill=PALE,
                   opacity=0.5)
        if i < 2:  # lines of equal margin
            for k in range(-4, 4):
                if k == 0:
                    continue
                shift = k * 26 * length
                h0 = max(0.0, shift / tangent)
                h1 = min(width, (225 + shift) / tangent)
                if h1 > h0:
                    g.line(*at(h0, h0 * tangent - shift), *at(h1, h1 * tangent - shift), "#c3cad4", 1, "2 4")
        g.line(*at(0, 0), *at(end, end * tangent), NAVY, 2.2)
        if i == 2:
            g.line(*at(end, end * tangent), *at(width, width * tangent), GREY, 1.3, "4 4")
            g.line(*at(end, -4), *at(end, end * tangent), NAVY, 2.2)
        g.arrow(*at(0, 0), *at(width + 12, 0), GREY, 1.4, 8, "5 4")
        g.circle(*at(0, 0), 4)
        if i == 0:
            box = turned(165, 118, 96, 70, -0.5)
        elif i == 1:
            box = turned(112, 168, 96, 70, -0.5)
        else:
            box = turned(186, 190, 96, 60, 0.12)
        margin = lambda p: p[0] * sin - p[1] * cos
        best = max(box, key=margin)
        g.poly([at(*p) for p in box], fill=SAND, opacity=0.75, stroke="#b48a22", width=2)
        m = margin(best)
        if i < 2:
            foot = (best[0] - m * sin, best[1] + m * cos)
            g.line(*at(*best), *at(*foot), BRICK, 2.6)
            for p in box:
                if i == 1:
                    g.circle(*at(*p), 4.5, "#b48a22", WHITE, 1.2)
            g.circle(*at(*best), 6, BRICK, WHITE, 1.4)
        if i == 0:
            g.text(x0 + 176, at(*best)[1] + 29, "margin > 0", 13, BRICK, "middle")
            g.text(x0 + 176, at(*best)[1] + 46, "h·sin − r·cos", 12.5, BRICK, "middle")
        if i == 1:
            shift = -m / cos / 2
            g.line(*at(-6, -6 * tangent + shift), *at(width, width * tangent + shift), SAGE, 2.6)
            g.text(at(*best)[0] - 9, at(*best)[1] + 14, "gap", 13, BRICK, "end")
            g.text(x0 + width, at(0, width * tangent + shift)[1] - 10, "plane", 13, SAGE, "end", bold=True)
        if i == 2:
            g.circle(*at(*best), 5, WHITE, BRICK, 2)
            g.text(x0 + width + 4, at(*best)[1] + 20, "largest margin", 12.5, BRICK, "end")
            cuts = []
            for p, q in zip(box, box[1:] + box[:1]):
                if (p[0] - end) * (q[0] - end) < 0:
                    t = (end - p[0]) / (q[0] - p[0])
                    cuts.append((end, p[1] + t * (q[1] - p[1])))
            low, high = sorted(cuts, key=lambda p: p[1])
            g.line(*at(*low), *at(*high), BRICK, 3.2)
            g.circle(*at(*low), 6, BRICK, WHITE, 1.4)
            g.text(at(*low)[0] - 10, at(*low)[1] + 14, "nearest to the axis", 12.5, BRICK, "end")
            slope = math.tan(0.12)
            mid = (low[1] + end * tangent) / 2
            g.line(*at(60, mid + slope * (60 - end)), *at(width, mid + slope * (width - end)), SAGE, 2.6)
            g.text(x0 + 52, at(0, mid + slope * (60 - end))[1] + 5, "plane", 13, SAGE, "end", bold=True)
            g.text(at(end, 0)[0], at(end, 0)[1] + 18, "h_max", 12.5, GREY, "middle")
        else:
            g.text(x0 + width, y0 + 18, "axis", 12.5, GREY, "end")
        g.text(x0, y0 + 20, "apex", 12.5, GREY, "middle" if i else "start")
        g.lines(x0 + width / 2, 340, words, 13, 18, color=GREY, anchor="middle")
    return g


def cone_evidence():
    """The four kinds of evidence."""
    g = Svg(860, 300, "Evidence: a common point, or a plane that is a height, along the side, or at a rim")
    tangent, low, high = 0.5, 46.0, 128.0
    panels = (("a point", "VERTEX, EDGE, FACE, AXIS,", "INTERIOR, CAP, SURFACE", "overlapping, touching"),
              ("a height", "HEIGHT, index 1", "the shape is above h_max", "separate"),
              ("the side", "SIDE", "a plane through the apex", "separate"),
              ("a rim", "RIM, index 1", "a plane past the end at h_max", "separate"))
    for i, (name, word, note, verdict) in enumerate(panels):
        x0, y0 = 34 + i * 208, 134
        at = lambda h, r: (x0 + h, y0 - r)
        g.text(x0 + 75, 32, name, 15, anchor="middle", bold=True)
        g.line(*at(0, 0), *at(high + 26, 0), GREY, 1.2, "5 4")
        for s in (-1, 1):
            g.line(*at(0, 0), *at(low, s * low * tangent), GREY, 1.2, "3 3")
        g.poly([at(low, -low * tangent), at(high, -high * tangent), at(high, high * tangent), at(low, low * tangent)],
               fill=SKY, stroke=NAVY, width=2, opacity=0.7)
        g.circle(*at(0, 0), 3.5)
        box, plane, normal = {
            0: ((62, 20, 58, 52), None, None),
            1: ((142, -34, 26, 58), ((135, 84), (135, -62)), (135, 62, 20, 0)),
            2: ((20, 44, 46, 40), ((-6, 9), (140, 82)), (88, 56, -9, 18)),
            3: ((116, 74, 44, 22), ((70, 78), (172, 62)), (88, 75, 3.1, 20)),
        }[i]
        x, r, w, h = box
        g.rect(*at(x, r + h), w, h, fill=SAND, stroke="#b48a22", width=2, opacity=0.8)
        if plane:
            g.line(*at(*plane[0]), *at(*plane[1]), SAGE, 2.6)
            a, b, dx, dy = normal
            g.arrow(*at(a, b), *at(a + dx, b + dy), SAGE, 2, 8)
        else:
            g.circle(*at(x + w, r), 6, BRICK, WHITE, 1.4)
        g.text(x0 + 75, 228, word, 12.5, NAVY, "middle", mono=True)
        g.text(x0 + 75, 247, note, 12.5, NAVY if i == 0 else GREY, "middle", mono=i == 0)
        g.pill(x0 + 75, 276, verdict, SAGE if i == 0 else BRICK, 12)
    return g


# ---- Pictures of examples ------------------------------------------------------------------------------------------
# The things are read from the source of an example, the answers from what it prints: the tests compare that.


def example(name):
    """The source of an example, and the lines that it prints."""
    where = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
    with open(os.path.join(where, name + ".c"), encoding="utf-8") as f:
        source = f.read()
    with open(os.path.join(where, name + ".expected"), encoding="utf-8") as f:
        return source, f.read().splitlines()


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?=f?\b)", text)]


def initialiser(source, name):
    """What stands between "name[] = {" and "};"."""
    return re.search(re.escape(name) + r"\[\] = \{(.*?)\};", source, re.S).group(1)


def beam(g, px, py, angle, low, high):
    """A cone from above, about the x axis."""
    t = math.tan(angle)
    ends = [(low, -low * t), (high, -high * t), (high, high * t), (low, low * t)]
    g.poly([(px(x), py(z)) for x, z in ends], fill=SAND, opacity=0.45)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        g.line(px(ends[a][0]), py(ends[a][1]), px(ends[b][0]), py(ends[b][1]), "#b48a22", 1.4, "6 4")


def spotlight():
    """examples/spotlight.c from above."""
    source, printed = example("spotlight")
    g = Svg(860, 400, "A spotlight from above: what it lights as a whole, in part, and not at all")
    answers = dict(line.split(None, 1) for line in printed)
    things = re.findall(r'\{"(\w+)", (\{\{.*?\}\})\}', initialiser(source, "things"))
    cone = re.search(r"hit_cone_make\((.*?)\), (\d+), (\d+)\);", source)
    angle, low, high = numbers(cone.group(1))[-1], float(cone.group(2)), float(cone.group(3))
    tones = {"wholly lit": SAGE, "lit": SKY, "dark": PALE}
    scale = 20.0
    px = lambda x: 140 + x * scale
    py = lambda z: 200 - z * scale
    beam(g, px, py, angle, low, high)
    labels = {"screen": (-6, -26, "end"), "drone": (0, -18, "middle"), "lamp": (0, 38, "middle"),
              "cat": (20, -12, "start")}
    for name, box in things:
        x0, y0, z0, x1, y1, z1 = numbers(box)
        tone = tones[answers[name]]
        edge = "#9aa1ae" if tone == PALE else NAVY
        if x0 == x1:
            g.line(px(x0), py(z0), px(x1), py(z1), NAVY, 7)
            g.line(px(x0), py(z0) - 1.6, px(x1), py(z1) + 1.6, tone, 4)
        else:
            g.rect(px(x0), py(z1), (x1 - x0) * scale, (z1 - z0) * scale, fill=tone, stroke=edge, width=2, rx=2)
        dx, dy, anchor = labels.get(name, (0, 5, "middle"))
        cx, cy = px((x0 + x1) / 2), py((z0 + z1) / 2)
        g.text(cx + dx, cy + dy, name, 13, anchor=anchor, bold=True)
    g.circle(px(0), py(0), 5)
    g.text(628, 60, "examples/spotlight.c", 14, bold=True)
    rows = (("wholly lit", "meets and contains"), ("lit", "meets: in part, or touching"), ("dark", "separate"))
    for k, (kind, note) in enumerate(rows):
        y = 88 + k * 52
        g.rect(628, y, 24, 24, fill=tones[kind], stroke=NAVY, width=1.6, rx=2)
        g.text(664, y + 11, kind, 14, bold=True)
        g.text(664, y + 28, note, 12.5, GREY)
    g.lines(628, 272, ("The tower stands out above,", "the drone hovers over the light,", "the screen touches its end,",
                       "the lamp is below h_min."), 13, 19, color=GREY)
    return g


def field_of_view():
    """examples/field_of_view.c from above."""
    source, printed = example("field_of_view")
    g = Svg(860, 430, "A guard's field of view from above: who is seen, who is hidden by a wall, who is out of view")
    answers = dict(line.split(None, 1) for line in printed)
    people = re.findall(r'\{"(\w+)", (\{.*?\})\}', initialiser(source, "visitors"))
    walls = [numbers(w) for w in re.findall(r"\{\{.*?\}\}", initialiser(source, "walls"))]
    cone = re.search(r"hit_cone_make\(eye, (.*?)\), (\d+), (\d+)\);", source)
    angle, low, high = numbers(cone.group(1))[-1], float(cone.group(2)), float(cone.group(3))
    rope = [numbers(v) for v in re.search(r"left = (\{.*?\}), right = (\{.*?\});", source).groups()]
    scale = 16.0
    px = lambda x: 150 + x * scale
    py = lambda z: 215 - z * scale
    beam(g, px, py, angle, low, high)
    for x0, _, z0, x1, _, z1 in walls:
        g.rect(px(x0), py(z1), (x1 - x0) * scale, (z1 - z0) * scale, fill=NAVY)
    g.line(px(rope[0][0]), py(rope[0][2]), px(rope[1][0]), py(rope[1][2]), GREY, 2, "2 3", "round")
    g.text(px(rope[1][0]) - 8, py(rope[1][2]) + 10, "rope", 12.5, GREY, "end")
    tone = lambda s: SAGE if s.startswith("seen") else BRICK if s.startswith("hidden") else "#b9bec8"
    for name, at in people:
        x, y, z = numbers(at)
        if not answers[name].startswith("out"):
            g.line(px(0), py(0), px(x), py(z), tone(answers[name]), 1.6,
                   None if answers[name].startswith("seen") else "5 4")
    for name, at in people:
        x, y, z = numbers(at)
        g.circle(px(x), py(z), 8, tone(answers[name]), NAVY, 1.6)
        left = name in ("Cleo", "Dan")
        g.text(px(x) + (-13 if left else 13), py(z) - 7, name + (f", {num(y)} high" if y > 3 else ""), 13,
               anchor="end" if left else "start", bold=True)
    g.text(px(walls[0][3]) + 5, py(walls[0][2]) + 4, "0", 13)
    g.text(px(walls[1][3]) + 5, py(walls[1][2]) - 2, "1, low", 13)
    g.circle(px(0), py(0), 5)
    g.text(px(0) - 10, py(0) + 20, "guard", 13, anchor="end", bold=True)
    g.text(628, 60, "examples/field_of_view.c", 14, bold=True)
    rows = (("seen", "in view, and no wall between"), ("hidden", "in view, but behind a wall"),
            ("out of view", "not in the cone"))
    for k, (kind, note) in enumerate(rows):
        y = 96 + k * 50
        g.circle(642, y, 9, tone(kind), NAVY, 1.6)
        g.text(666, y - 1, kind, 14, bold=True)
        g.text(666, y + 16, note, 12.5, GREY)
    g.lines(628, 262, ("Ivy is seen over the low wall,", "Cleo is not; Hal is above the cone.",
                       "The rope is in view, its ends",
                       "are not."), 13, 19, color=GREY)
    return g


def frustum():
    """The town of examples/frustum_culling.c from above: inside, crossing, outside, outside only exactly."""
    g = Svg(860, 520, "A town of boxes from above: inside the frustum, crossing it, and outside, some only exactly so")
    eye, look, fov, aspect, far = (0.0, 5.0, 0.0), (4.0, -8.0, -24.0), 0.6, 1600 / 900, 40.0
    kinds = {"#": "inside", "+": "crossing", ".": "outside", "?": "only exactly"}
    symbols = [s for line in example("frustum_culling")[1][1:14] for s in line.split()]
    dot = lambda a, b: sum(p * q for p, q in zip(a, b))
    cross = lambda a, b: tuple(a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3))
    unit = lambda a: tuple(x / math.sqrt(dot(a, a)) for x in a)
    forward = unit(look)
    side = unit(cross(forward, (0.0, 1.0, 0.0)))
    up = cross(side, forward)
    t = math.tan(fov / 2)

    px = lambda x: 300 + x * 9.0
    py = lambda z: 492 + z * 9.0
    tones = {"inside": SAGE, "crossing": SAND, "outside": PALE, "only exactly": BRICK}
    for i in range(169):
        tall, kind = i % 2 == 0, kinds[symbols[i]]
        c = (4 * (i % 13 - 6), 4 * (i // 13 - 12))
        x, y, w = px(c[0]), py(c[1]), 3 * 9.0
        g.rect(x - w / 2, y - w / 2, w, w, fill=tones[kind], stroke=NAVY if kind != "outside" else "#b9bec8",
               width=2.2 if tall else 1.2, rx=2)
    # The planes of the sides cut the ground in lines; the corners of the far end, and what it cuts of the ground.
    corner = lambda s, v, r: tuple(e + r * (f + s * t * aspect * a + v * t * b)
                                   for e, f, a, b in zip(eye, forward, side, up))
    outline = [corner(-1, -1, far), corner(-1, 1, far), corner(1, 1, far), corner(1, -1, far)]
    for p in outline:
        g.line(px(0), py(0), px(p[0]), py(p[2]), NAVY, 1.6, "6 4")
    g.poly([(px(p[0]), py(p[2])) for p in outline], stroke=NAVY, width=1.6, dash="6 4")
    g.circle(px(0), py(0), 5)
    g.rect(px(0) + 22, py(0) - 10, 142, 20, fill=PAPER, stroke=PALE, rx=4)
    g.text(px(0) + 93, py(0) + 5, "camera, looking down", 13, anchor="middle")
    g.lines(600, 66, ("hit_frustum_aabb", "of 169 houses, from above"), 15, 21, bold=True)
    rows = (("inside", ("HIT_INSIDE", "draw it, clip nothing")), ("crossing", ("HIT_CROSSING", "partly in view")),
            ("outside", ("HIT_OUTSIDE", "a single plane tells")),
            ("only exactly", ("HIT_OUTSIDE", "no single plane tells: the quick", "test says HIT_CROSSING")))
    for k, (kind, words) in enumerate(rows):
        y = 128 + k * 72
        g.rect(600, y, 27, 27, fill=tones[kind], stroke=NAVY, width=1.6, rx=2)
        g.text(642, y + 12, words[0], 14, bold=True, mono=True)
        g.lines(642, y + 31, words[1:], 13, 17, color=GREY)
    g.lines(600, 440, ("thick borders: towers, 14 high;", "thin ones: huts, 2 high.",
                       "dashed: the edges of the frustum"),
            13, 18, color=GREY)
    return g


FIGURES = {
    "slabs": slabs,
    "cases": cases,
    "rounding": rounding,
    "filter": filter_figure,
    "stages": stages,
    "midpoint": midpoint,
    "boxes": boxes,
    "triangle": triangle,
    "faces": faces,
    "span": span,
    "many": many,
    "tree-file": tree_file,
    "tree-query": tree_query,
    "frustum": frustum,
    "cone-kinds": cone_kinds,
    "cone-margin": cone_margin,
    "cone-evidence": cone_evidence,
    "spotlight": spotlight,
    "field-of-view": field_of_view,
}


def main():
    where = sys.argv[1] if len(sys.argv) > 1 else "docs/figures"
    os.makedirs(where, exist_ok=True)
    for name, draw in FIGURES.items():
        draw().save(os.path.join(where, name + ".svg"))


if __name__ == "__main__":
    main()
