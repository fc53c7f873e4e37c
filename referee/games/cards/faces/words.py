"""The words of the drawn table, English and Italian."""

from __future__ import annotations

from typing import Final

KIND_WORDS: Final = {
    "en": {"black": "black", "red": "red", "blue": "blue", "green": "green"},
    "it": {"black": "nero", "red": "rosso", "blue": "blu", "green": "verde"},
}

LEADER_WORDS: Final = {
    "en": {"king": "king", "priest": "priest", "farmer": "farmer", "trader": "trader"},
    "it": {"king": "re", "priest": "sacerdote", "farmer": "contadino", "trader": "mercante"},
}

SHIP_WORDS: Final = {
    "en": {"blue-black": "blue-black", "blue-green": "blue-green", "blue-red": "blue-red"},
    "it": {"blue-black": "blu-nera", "blue-green": "blu-verde", "blue-red": "blu-rossa"},
}

DYNASTY_WORDS: Final = {
    "en": {"lion": "Lion", "bull": "Bull", "bow": "Bow", "vase": "Vase"},
    "it": {"lion": "Leone", "bull": "Toro", "bow": "Arco", "vase": "Vaso"},
}

CAPTIONS: Final = {
    "en": {
        "turn": "Turn {turn}: {name}",
        "actions": ", actions left: {count}",
        "over": "The game is over: {reason}",
        "ending cards": "a hand could not be refilled",
        "ending treasures": "one treasure is left",
        "ending passes": "two rounds went by without a change",
        "ending standstill": "the table is full and nothing leaves a hand",
        "heads": "player, dynasty, hand, pile, catastrophe, home",
        "treasure": "treasure",
        "substitute": "red card in a treasure's place",
        "face down": "face down",
        "with leader": "{place}: {what}, {leader} of {name}",
        "empty": "empty",
        "1": "yes",
        "0": "played",
        "none": "none",
        "supply": "Draw pile {deck}; ships beside the table: {ships}",
        "hand": "Your hand:",
        "covered": "; face down at {place}: {kind}",
        "ask turn": "{name} is to act; actions left: {about}",
        "ask score": "{name} may score {about}",
        "ask ship": "{name} may build a ship: {about}",
        "ask commit": "{name} plays how many cards? {about}",
        "ask convert": "{name} may turn a card into a point: {about}",
        "ask war": "{name} names the next conflict: {about}",
        "ask swap": "{name} may take a treasure: {about}",
        "ask income": "{name} may take income: {about}",
        "legend 1": "k r b g: black, red, blue, green card; Sk Sg Sr: ships;",
        "legend 2": "*: treasure; +: the card in its place; ?: face down;",
        "legend 3": "1k 1p 1f 1t: king, priest, farmer, trader of player 1",
    },
    "it": {
        "turn": "Turno {turn}: {name}",
        "actions": ", azioni rimaste: {count}",
        "over": "La partita è finita: {reason}",
        "ending cards": "una mano non si è potuta reintegrare",
        "ending treasures": "resta un solo tesoro",
        "ending passes": "due giri senza alcun cambiamento",
        "ending standstill": "il tavolo è pieno e nulla esce dalle mani",
        "heads": "giocatore, dinastia, mano, pila, calamità, a casa",
        "treasure": "tesoro",
        "substitute": "carta rossa al posto di un tesoro",
        "face down": "coperta",
        "with leader": "{place}: {what}, {leader} di {name}",
        "empty": "vuota",
        "1": "sì",
        "0": "giocata",
        "none": "nessuna",
        "supply": "Mazzo {deck}; navi a lato: {ships}",
        "hand": "La tua mano:",
        "covered": "; coperta in {place}: {kind}",
        "ask turn": "tocca a {name}; azioni rimaste: {about}",
        "ask score": "{name} può segnare {about}",
        "ask ship": "{name} può costruire una nave: {about}",
        "ask commit": "quante carte gioca {name}? {about}",
        "ask convert": "{name} può convertire una carta in un punto: {about}",
        "ask war": "{name} sceglie il prossimo conflitto: {about}",
        "ask swap": "{name} può prendere un tesoro: {about}",
        "ask income": "{name} può incassare: {about}",
        "legend 1": "k r b g: carta nera, rossa, blu, verde; Sk Sg Sr: navi;",
        "legend 2": "*: tesoro; +: la carta al suo posto; ?: coperta;",
        "legend 3": "1k 1p 1f 1t: re, sacerdote, contadino, mercante del giocatore 1",
    },
}
"""Sentences and heads of the picture; `heads` are those of the table of players, divided by commas."""
