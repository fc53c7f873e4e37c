"""How eyes that see few colours tell two of them apart."""

from __future__ import annotations

Linear = tuple[float, float, float]


# Machado, Oliveira and Fernandes (2009), severity 1: what is left of linear red, green and blue.
SIGHTS: dict[str, tuple[Linear, Linear, Linear]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no colour": ((0.2126, 0.7152, 0.0722),) * 3,
}


def linear(colour: str) -> Linear:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(colour: str, sight: str = "all colours") -> float:
    seen = linear(colour)
    parts = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, seen, strict=True)))) for row in SIGHTS[sight]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str, sight: str = "all colours") -> float:
    light, dark = sorted((luminance(one, sight), luminance(other, sight)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
