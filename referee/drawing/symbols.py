"""Every sign of the pictures, drawn for this project: one idea, one figure, the same in every game.

The main tone is `currentColor`, the second tone the inherited `fill`; only gold ink and ivory are fixed, on pieces
that are the same in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.kernel.drawing import Symbol

_DRAWN = """\
temple 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M2 29v-7h5v-7h5V8h8v7h5v7h5v7zM13 29h6v-7a3 3 0 0 0-6 0z"/>
<path fill="currentColor" d="M12 8V3h2.5v2.5h3V3H20v5z"/>

settlement 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 3 30 15h-4v14H6V15H2zM13 29h6v-8h-6z"/>

market 0 0 32 32
<path fill="currentColor" d="M3 4h26v8.5a4.33 4.33 0 0 1-8.67 0a4.33 4.33 0 0 1-8.66 0a4.33 4.33 0 0 1-8.67 0zM5
19h3v10H5zM24 19h3v10h-3zM5 20h22v4H5z"/>

farm 0 0 32 32
<path fill="currentColor" d="M14.75 12h2.5v18h-2.5z"/>
<path fill="currentColor" d="M16 1c3.3 3.5 3.3 6.5 0 10c-3.3-3.5-3.3-6.5 0-10z"/>
<path fill="currentColor" d="M15 17C9 16.5 6 13 6 8C11.5 8.5 15 12 15 17zM17 17C23 16.5 26 13 26 8C20.5 8.5 17 12 17
17z"/>
<path fill="currentColor" d="M15 25C9 24.5 6 21 6 16C11.5 16.5 15 20 15 25zM17 25C23 24.5 26 21 26 16C20.5 16.5 17 20
17 25z"/>

bow 0 0 32 32
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="4" d="M8 3C30 8
30 24 8 29"/>
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.8" d="M8
3V29"/>
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.6" d="M2
16H24"/>
<path fill="currentColor" d="M31 16l-8-5.5v11z"/>
<path fill="currentColor" d="M1 11l5 5-5 5h4l4-5-4-5z"/>

bull 0 0 32 32
<path fill="currentColor" d="M2 2C0 11 5 15 11 15h10c6 0 11-4 9-13c-2 6-5 7.5-9 7.5H11C7 9.5 4 8 2 2z"/>
<path fill="currentColor" fill-rule="evenodd" d="M9 13h14l1.5 4L20 30h-8L7.5 17zM12.5 24.5a1.5 1.5 0 1 0 3 0a1.5 1.5
0 1 0-3 0zM16.5 24.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"/>
<path fill="currentColor" d="M8 15.5L1 18.5c2 3 5 3.5 7.5 2zM24 15.5l7 3c-2 3-5 3.5-7.5 2z"/>

pot 0 0 32 32
<path fill="currentColor" d="M9.5 2h13v3.5L20 8v3c5 2 7.5 5 7.5 9c0 4.5-3 8-7 10h-9c-4-2-7-5.5-7-10c0-4 2.5-7
7.5-9V8L9.5 5.5z"/>
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.6" d="M11
7.5C3 6 1.5 12 6 15.5M21 7.5C29 6 30.5 12 26 15.5"/>

lion 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 1L18.9 5.2L 23.5 3L23.9 8.1L 29 8.5L26.8 13.1L 31 16L26.8 18.9L
29 23.5L23.9 23.9L 23.5 29L18.9 26.8L 16 31L13.1 26.8L 8.5 29L8.1 23.9L 3 23.5L5.2 18.9L 1 16L5.2 13.1L 3 8.5L8.1
8.1L 8.5 3L13.1 5.2zM16 25.5c4.5 0 6.5-2 7-5c.8-2 .8-5 .3-7C22 10 19.5 8.5 16 8.5S10 10 8.7 13.5c-.5 2-.5 5 .3 7c.5 3
2.5 5 7 5z"/>
<path fill="currentColor" d="M11 13.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM17.6 13.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7
0 1 0-3.4 0zM12.5 17.5h7L17 21v1.5c0 .8 1.5 1 3 .2v1.5c-1.6.8-3.2.6-4-.4c-.8 1-2.4 1.2-4 .4v-1.5c1.5.8 3 .6
3-.2V21z"/>

priest 0 0 32 32
<path stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" d="M16 1.8C23 6 29.5 11 29.5 18.3A13.5 12 0 0
1 2.5 18.3C2.5 11 9 6 16 1.8z"/>

king 0 0 32 32
<path stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" d="M2.5 3.5 9.5 8 16 2l6.5 6 7-4.5V17.5A13.5
12.5 0 0 1 2.5 17.5z"/>

trader 0 0 32 32
<path stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" d="M9 3h14l7.7 13L23 29H9L1.3 16z"/>

farmer 0 0 32 32
<circle stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" cx="16" cy="16" r="13.7"/>

monument 0 0 64 64
<path d="M2 62V50h9V40h42v10h9v12z"/>
<path fill="currentColor" d="M17 40V29h7V18h16v11h7v11z"/>
<path fill="currentColor" d="M24 18v-6h4v3h8v-3h4v6z"/>
<path fill="none" stroke="#fff8e6" stroke-width="1.6" d="M2.8 61.2V50.8h9V40.8h4.5V29.8h8.5V18.8M61.2
61.2V50.8h-9V40.8h-4.5V29.8h-8.5V18.8M11.8 40.5H52.2"/>

treasure 0 0 32 32
<path stroke="#4a3200" stroke-width="2.2" stroke-linejoin="round" d="M9 4h14l7 9-14 16L2 13z"/>
<path fill="none" stroke="#4a3200" stroke-width="1.5" stroke-linejoin="round" d="M2 13h28M9 4l3 9 4 16 4-16 3-9M12
13l4-9 4 9"/>

treasure-first 0 0 32 32
<circle cx="16" cy="16" r="15" fill="#fff8e6" stroke="#4a3200" stroke-width="2"/>
<path stroke="#4a3200" stroke-width="2" stroke-linejoin="round" d="M11 8h10l5 7-10 11L6 15z"/>
<path fill="none" stroke="#4a3200" stroke-width="1.4" stroke-linejoin="round" d="M6 15h20M11 8l2 7 3 11 3-11 2-7"/>

catastrophe 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 0l3.5 6.5L26 3l-.5 7.3L32 13l-5.5 4.3L30 24l-7.3-.5L20
31l-4.5-6L9 30l-.8-7.2L1 22l4.5-5.5L0 10.5l7-1.3L7.5 2l6 4.5zM17.5 8l-7 9h4.5l-2.5 8 9-11h-5z"/>

building 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M3 30V7h4.5v4h4V7h9v4h4V7H29v23zM11.5 30h9v-7a4.5 4.5 0 0 0-9 0z"/>

ziggurat 0 0 32 32
<path fill="currentColor" d="M2 30v-6h4v-6h4v-6h3V5h6v7h3v6h4v6h4v6z"/>
<path d="M13.8 30 15 13h2l1.2 17z"/>

ship 0 0 32 32
<path fill="currentColor" d="M1 20h30l-5.5 9h-19z"/>
<path fill="currentColor" d="M15 2h2v18h-2z"/>
<path d="M13.5 4v13H4.5zM18.5 4v13h9z" stroke="currentColor" stroke-width="1.2"/>

covered 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M3 3h26v26H3zM16 7l-9 9 9 9 9-9zM16 11.5l4.5 4.5-4.5 4.5-4.5-4.5z"/>

war 0 0 32 32
<path fill="currentColor" d="M3 2l4 .6L24.5 20l3-2 2 2-3.6 3.6L30 27.7 27.7 30l-4.1-4.1L20 29.5l-2-2 2-3L2.6 7z"/>
<path fill="currentColor" d="M29 2l-4 .6L7.5 20l-3-2-2 2 3.6 3.6L2 27.7 4.3 30l4.1-4.1L12 29.5l2-2-2-3L29.4 7z"/>

culture 0 0 32 32
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="3.2" d="M6 3C2.5
14 5 24 10.5 28h11C27 24 29.5 14 26 3"/>
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.6" d="M3.5
8h25"/>
<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.7" d="M12
8v19M16 8v19M20 8v19"/>

politics 0 0 32 32
<path fill="currentColor" d="M4 25 2 7l8 6.5L16 3l6 10.5L30 7l-2 18z"/>
<path fill="currentColor" d="M4 27h24v3H4z"/>

cube 0 0 32 32
<path fill="currentColor" d="M16 1.5 29.5 8v16L16 30.5 2.5 24V8z"/>
<path d="M5.5 9.5 16 4.6l10.5 4.9L16 14.4z" opacity=".45"/>

colonist 0 0 32 32
<circle fill="currentColor" cx="16" cy="7" r="5.5"/>
<path fill="currentColor" d="M7 30c0-9 3-15 9-15s9 6 9 15zM26 8h2.4v22H26z"/>

infantry 0 0 32 32
<path fill="currentColor" d="M4 5c5 0 8-1 10-3c2 2 5 3 10 3c1 12-2 20-10 25C6 25 3 17 4 5z"/>
<path fill="currentColor" d="M27 2l2.5 6H28.3v22H25.7V8H24.5z"/>

cavalry 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M12 2l3 4c8 1 13 8 13 17v7H13c0-6 3-8 5-11c-3 1-6 2-8 5l-4 1-3-4L9
10zM12.5 10.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"/>

artillery 0 0 32 32
<path fill="currentColor" d="M1 6.5 4 3l22 4 1.5 7.5L3.5 11z"/>
<path fill="currentColor" d="M20 16.5l11.5 10-2 3L20 25z"/>
<path fill="currentColor" fill-rule="evenodd" d="M7 22.5a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM11.8 22.5a3.2 3.2 0 1 0 6.4
0a3.2 3.2 0 1 0-6.4 0z"/>

air 0 0 32 32
<path fill="currentColor" d="M16 1c2 0 2.8 3 2.8 6v4L31 18v4l-12.2-3.5V25l4.2 3v3l-7-2-7 2v-3l4.2-3v-6.5L1
22v-4l12.2-7V7C13.2 4 14 1 16 1z"/>

city 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M2 30V15h7V8l5-6 5 6v5h5v4h6v13zM5 19v3h3v-3zM5 24v3h3v-3zM12.5
10v4h3v-4zM12.5 17v4h3v-4zM22 20v3h3v-3zM22 25v3h3v-3zM12.5 30h4v-6h-4z"/>

unknown 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 1a15 15 0 1 0 .01 0zM16 4.5a11.5 11.5 0 1 1-.01 0z"/>
<path fill="currentColor" d="M16 7.5l2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5z"/>

coins 0 0 32 32
<circle fill="currentColor" cx="11" cy="20" r="9"/>
<path fill="currentColor" fill-rule="evenodd" d="M21 3a9 9 0 1 0 .01 0zM21 6a6 6 0 1 1-.01 0z"/>

laurel 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 1l4.4 9.4 10.1 1.3-7.4 7 1.9 10.2-9-5-9 5
1.9-10.2-7.4-7 10.1-1.3z"/>

bulb 0 0 32 32
<path fill="currentColor" d="M16 1a10 10 0 0 1 5 18.7V24H11v-4.3A10 10 0 0 1 16 1zM11 26h10v2H11zM13 29h6v2h-6z"/>

seat1 0 0 32 32
<circle fill="currentColor" cx="16" cy="16" r="10"/>

seat2 0 0 32 32
<path fill="currentColor" d="M6 6h20v20H6z"/>

seat3 0 0 32 32
<path fill="currentColor" d="M16 4l13 23H3z"/>

seat4 0 0 32 32
<path fill="currentColor" d="M16 2l14 14-14 14L2 16z"/>

seat5 0 0 32 32
<path fill="currentColor" d="M12 3h8v9h9v8h-9v9h-8v-9H3v-8h9z"/>

seat6 0 0 32 32
<path fill="currentColor" fill-rule="evenodd" d="M16 3a13 13 0 1 0 .01 0zM16 10a6 6 0 1 1-.01 0z"/>
"""
"""Signs, with a blank line between two: id and viewBox, then the elements; a line that begins none goes on with one."""


def _drawn_symbols() -> Iterator[Symbol]:
    for sign in _DRAWN.strip().split("\n\n"):
        first, *lines = sign.split("\n")
        name, _, box = first.partition(" ")
        yield Symbol(name, box, " ".join(lines).replace("> <", "><"))


SIGNS: Mapping[str, Symbol] = {sign.id: sign for sign in _drawn_symbols()}
"""By id, in the order in which a document carries them."""
