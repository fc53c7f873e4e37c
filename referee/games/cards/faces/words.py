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

CAPTIONS: Final = {
    "en": {
        "turn": "Turn {turn}: {name}",
        "actions": ", actions left: {count}",
        "over": "The game is over: {reason}",
        "ending cards": "a hand could not be refilled",
        "ending treasures": "one treasure is left",
        "ending passes": "two rounds went by without a change",
        "ending standstill": "no card can be laid any more",
        "cards": "hand {count}",
        "pile": "pile shows {pile}",
        "empty": "nothing",
        "treasure": "treasure",
        "catastrophe": "catastrophe unplayed",
        "no catastrophe": "catastrophe played",
        "home": "at home: {leaders}",
        "nobody": "nobody",
        "none": "none",
        "lion": "Lion",
        "bull": "Bull",
        "bow": "Bow",
        "vase": "Vase",
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
        "legend": "* treasure, + its substitute, k r b g cards, Sk Sg Sr ships, ? face down; "
        "1k = king of seat 1 (k king, p priest, f farmer, t trader)",
    },
    "it": {
        "turn": "Turno {turn}: {name}",
        "actions": ", azioni rimaste: {count}",
        "over": "La partita è finita: {reason}",
        "ending cards": "una mano non si è potuta reintegrare",
        "ending treasures": "resta un solo tesoro",
        "ending passes": "due giri senza alcun cambiamento",
        "ending standstill": "nessuna carta può più essere giocata",
        "cards": "mano {count}",
        "pile": "la pila mostra {pile}",
        "empty": "nulla",
        "treasure": "tesoro",
        "catastrophe": "calamità da giocare",
        "no catastrophe": "calamità giocata",
        "home": "davanti a sé: {leaders}",
        "nobody": "nessuno",
        "none": "nessuna",
        "lion": "Leone",
        "bull": "Toro",
        "bow": "Arco",
        "vase": "Vaso",
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
        "legend": "* tesoro, + la carta che lo sostituisce, k r b g carte, Sk Sg Sr navi, ? coperta; "
        "1k = re del posto 1 (k re, p sacerdote, f contadino, t mercante)",
    },
}
