"""A second writing of the protocol's arithmetic, from its text alone: it shares no line with the program.

`python -m tests.crypto.second` writes the published vectors anew; the tests hold the program against them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import struct
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VECTORS = Path(__file__).with_name("vectors")
WORD_LIST = Path(__file__).parents[2] / "referee" / "crypto" / "words.txt"
WORDS = [line for line in WORD_LIST.read_text("ascii").splitlines() if not line.startswith("#")]


def lp(x: bytes) -> bytes:
    return struct.pack(">Q", len(x)) + x


def h(tag: str, *parts: bytes) -> bytes:
    digest = hashlib.sha256()
    for part in (b"referee/1 " + tag.encode(), *parts):
        digest.update(struct.pack(">Q", len(part)))
        digest.update(part)
    return digest.digest()


def hkdf(ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=size, salt=salt or None, info=info).derive(ikm)


def n64(number: int) -> bytes:
    return struct.pack(">Q", number)


def ssh(*values: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(value)) + value for value in values)


def shuffled(key: bytes, label: str, size: int) -> list[int]:
    words: list[int] = []
    counter = 0
    order = list(range(size))
    for i in reversed(range(1, size)):
        m = i + 1
        while True:
            if not words:
                block = hmac.new(key, label.encode() + n64(counter), "sha256").digest()
                words = list(struct.unpack(">4Q", block))
                counter += 1
            word = words.pop(0)
            if word < 2**64 - (2**64 % m):
                break
        j = word % m
        order[i], order[j] = order[j], order[i]
    return order


def ed_public(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def x_public(private: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def clamp(scalar: bytes) -> bytes:
    number = int.from_bytes(scalar, "little")
    number &= ~7
    number &= (1 << 254) - 1
    number |= 1 << 254
    return number.to_bytes(32, "little")


def signature_blob(
    public: bytes,
    namespace: bytes,
    signature: bytes,
    *,
    magic: bytes = b"SSHSIG",
    version: int = 1,
    key_type: bytes = b"ssh-ed25519",
    reserved: bytes = b"",
    hash_name: bytes = b"sha512",
    signature_type: bytes = b"ssh-ed25519",
    behind: bytes = b"",
) -> bytes:
    key = ssh(key_type, public)
    return (
        magic + struct.pack(">I", version) + ssh(key, namespace, reserved, hash_name, ssh(signature_type, signature))
    ) + behind


def ssh_signature(
    seed: bytes, namespace: bytes, message: bytes, hash_name: str = "sha512", reserved: bytes = b""
) -> bytes:
    digest = hashlib.new(hash_name, message).digest()
    signed = b"SSHSIG" + ssh(namespace, reserved, hash_name.encode(), digest)
    return Ed25519PrivateKey.from_private_bytes(seed).sign(signed)


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# The vectors. Bytes are hexadecimal; every input is a counting pattern or a hash of a word.


def secret_vectors() -> dict[str, Any]:
    seed, offer_nonce, nonce = bytes(range(32)), bytes(range(16)), bytes(range(16, 32))
    found = []
    for role in ("referee", "anna"):
        s = hkdf(seed, offer_nonce, b"referee/1 game " + role.encode() + b" " + nonce, 32)
        box = clamp(hkdf(s, b"", b"referee/1 box", 32))
        r, toss = (hkdf(s, b"", b"referee/1 " + label, 32) for label in (b"seed", b"toss"))
        found.append(
            {
                "role": role,
                "game_secret": s.hex(),
                "box_private": box.hex(),
                "box_public": x_public(box).hex(),
                "r": r.hex(),
                "toss": toss.hex(),
                "lock": h("lock", offer_nonce, role.encode(), ed_public(seed), r).hex(),
                "toss_lock": h("toss", offer_nonce, ed_public(seed), toss).hex(),
            }
        )
    return {
        "seed": seed.hex(),
        "public": ed_public(seed).hex(),
        "offer_nonce": offer_nonce.hex(),
        "nonce": nonce.hex(),
        "parties": found,
    }


def joint_vectors() -> dict[str, Any]:
    charter = hashlib.sha256(b"charter").digest()
    r0, t0 = hashlib.sha256(b"r0").digest(), hashlib.sha256(b"t0").digest()
    rs = [hashlib.sha256(f"r{seat}".encode()).digest() for seat in (1, 2, 3)]
    seed = h("seed", charter, r0, *rs)
    piles = []
    for pile, size in (("bag", 6), ("salt", 6), ("bag x", 6), ("tiles", 143)):
        order = shuffled(seed, f"bag {pile}", size)
        salts = [hmac.new(seed, f"salt {pile} ".encode() + n64(i), "sha256").digest()[:16] for i in range(size)]
        lines = [h("bag", charter, pile.encode(), n64(i), n64(order[i]), salts[i]).hex() for i in range(size)]
        shown = [salt.hex() for salt in salts[:6]]
        piles.append({"pile": pile, "size": size, "order": order, "salts": shown, "lines": lines[:6]})
    compared = int.from_bytes(h("words", charter, t0, *rs), "big") >> 212
    words = [WORDS[compared >> shift & 2047] for shift in (33, 22, 11, 0)]
    return {
        "charter": charter.hex(),
        "r0": r0.hex(),
        "t0": t0.hex(),
        "rs": [r.hex() for r in rs],
        "hidden_seed": seed.hex(),
        "public_seed": h("public", charter, t0, *rs).hex(),
        "piles": piles,
        "four_words": words,
        "plans": [plan_vector(charter, texts) for texts in PLANS],
        "standing": [standing_vector(charter, texts) for texts in STANDING],
    }


PLANS = (
    ("win place settlement B10", "lose pass", "", ""),
    ("", "", "", ""),
    ("swap: farm", "", "", ""),
    ("swap: farm farm market settlement temple temple", "", "", ""),
)

STANDING = (
    ("score green keep 2", "score always", "defend min 3", "convert yes", "swap CAB", "", "", "", "", ""),
    ("", "", "", "", "", "", "", "", "", ""),
)


def plan_vector(game: bytes, texts: tuple[str, ...]) -> dict[str, Any]:
    return sealed_vector(game, texts, ("move", "seal", ""), 1)


def standing_vector(game: bytes, texts: tuple[str, ...]) -> dict[str, Any]:
    return sealed_vector(game, texts, ("standing", "standing", "standing "), 2)


def sealed_vector(
    game: bytes, texts: tuple[str, ...], words: tuple[str, str, str], blocks: int, seat: str = "anna", own: bytes = b""
) -> dict[str, Any]:
    s, step, (note, kind, front) = hashlib.sha256(b"game secret" + own).digest(), 17, words
    joined = "".join(text + "\n" for text in texts).encode()
    q = hmac.new(s, f"pin {note} ".encode() + n64(step) + joined, "sha256").digest()[:16]
    salts = [h("pinsalt", q, n64(j))[:16] for j in range(1, len(texts) + 1)]
    # What stands is never opened, so its lines keep their order.
    places = shuffled(q, "pins", len(texts)) if note == "move" else list(range(len(texts)))
    pins = [
        h("pin", game, seat.encode(), n64(step), n64(j), salts[j - 1], (front + texts[places.index(j - 1)]).encode())
        for j in range(1, len(texts) + 1)
    ]
    head = b64(hashlib.sha256(b"head").digest())
    _, k_seal, _ = hand_keys(game, seat)
    return {
        "game_secret": s.hex(),
        "step": step,
        "seat": seat,
        "texts": list(texts),
        "q": q.hex(),
        "salts": [salt.hex() for salt in salts],
        "places": places,
        "pins": [pin.hex() for pin in pins],
        "head": head,
        "sealed": siv(k_seal, q + joined, address(kind, game, head, step, seat), blocks).hex(),
    }


def hand_keys(charter: bytes, seat: str) -> tuple[bytes, bytes, list[bytes]]:
    referee, player = (clamp(hashlib.sha256(f"{role} box".encode()).digest()) for role in ("referee", seat))
    secret = X25519PrivateKey.from_private_bytes(referee).exchange(X25519PublicKey.from_public_bytes(x_public(player)))
    k_hand, k_seal = (
        hkdf(secret, charter, lp(label) + lp(seat.encode()) + lp(x_public(referee)) + lp(x_public(player)), 64)
        for label in (b"referee/1 hand", b"referee/1 seal")
    )
    return k_hand, k_seal, [referee, player]


def address(kind: str, game: bytes, head: str, step: int, seat: str) -> bytes:
    return f"referee/1 {kind}\ngame {b64(game)}\nhead {head}\nstep {step}\nseat {seat}\n".encode()


def siv(key: bytes, plain: bytes, ad: bytes, blocks: int = 1) -> bytes:
    padded = plain + b"\x80" + bytes(blocks * 256 - len(plain) - 1)
    return AESSIV(key).encrypt(padded, [ad])


def sealed_vectors() -> dict[str, Any]:
    charter, head = hashlib.sha256(b"charter").digest(), b64(hashlib.sha256(b"head").digest())
    k_hand, k_seal, (referee, player) = hand_keys(charter, "anna")
    hands = []
    for count in (0, 1, 6, 12, 13):
        records = [(0, 60 + i, 142 - i, hashlib.sha256(bytes([i])).digest()[:16]) for i in range(count)]
        plain = b"".join(struct.pack(">BHH16s", *record) for record in records)
        blocks = 2 if count > 12 else 1
        hands.append(
            {
                "records": [[*record[:3], record[3].hex()] for record in records],
                "plain": plain.hex(),
                "blocks": blocks,
                "sealed": siv(k_hand, plain, address("hand", charter, head, 18, "anna"), blocks).hex(),
            }
        )
    ad = address("hand", charter, head, 18, "anna")
    flawed = {
        "no padding at all": AESSIV(k_hand).encrypt(bytes(256), [ad]),
        "a byte behind the 0x80": AESSIV(k_hand).encrypt(b"\x80" + bytes(254) + b"\x01", [ad]),
        "another block size": AESSIV(k_hand).encrypt(b"\x80" + bytes(127), [ad]),
        "another step": siv(k_hand, b"", address("hand", charter, head, 19, "anna")),
        "another seat": siv(k_hand, b"", address("hand", charter, head, 18, "bert")),
        "a seal, not a hand": siv(k_hand, b"", address("seal", charter, head, 18, "anna")),
        "the key of seals": siv(k_seal, b"", ad),
        "nothing but a tag": AESSIV(k_hand).encrypt(b"x", [ad])[:16],
        "a bit flipped": bytes([hands_bytes(hands, 1)[0] ^ 1]) + hands_bytes(hands, 1)[1:],
        "cut short": hands_bytes(hands, 1)[:-1],
    }
    return {
        "charter": charter.hex(),
        "seat": "anna",
        "referee_private": referee.hex(),
        "referee_public": x_public(referee).hex(),
        "seat_private": player.hex(),
        "seat_public": x_public(player).hex(),
        "hand_key": k_hand.hex(),
        "order_key": k_seal.hex(),
        "head": head,
        "step": 18,
        "address": ad.decode(),
        "hands": hands,
        "flawed": {why: data.hex() for why, data in flawed.items()},
    }


def hands_bytes(hands: list[dict[str, Any]], index: int) -> bytes:
    return bytes.fromhex(hands[index]["sealed"])


ANSWERS = (
    ("bert", ("claim low", "pass", "peek red", ""), 2),  # two lines are the share, the third is a plan
    ("carl", ("pass", "", "", ""), 1),
    ("anna", ("claim red", "pass", "", ""), 2),
)
PACK = '{ "name": {"it": "Colle \u00e8 alto", "en": "High"},\n  "format": "claims-pack/1", "hills": [ 3, -1, true ] }'


def addition_vectors() -> dict[str, Any]:
    charter, seed = hashlib.sha256(b"charter").digest(), bytes.fromhex(joint_vectors()["hidden_seed"])
    order, head = shuffled(seed, "bag bag", 6), b64(hashlib.sha256(b"head before").digest())
    salts = [hmac.new(seed, b"salt bag " + n64(i), "sha256").digest()[:16] for i in range(6)]
    spelled = json.dumps(json.loads(PACK), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    key, plain = hand_keys(charter, "bert")[0], struct.pack(">BHH16s", 0, 1, order[1], salts[1])
    covered = [
        {"place": place, "line": h("bag", charter, b"bag", n64(i), n64(order[i]), salts[i]).hex()}
        | {"proof": f"proof bag {i} {order[i]} {b64(salts[i])}"}
        for i, place in ((1, "low"), (2, "red"))
    ]
    peek = {"seat": "bert", "place": "low", "step": 16, "head": head, "key": key.hex(), "plain": plain.hex()}
    peek["sealed"] = siv(key, plain, address("hand", charter, head, 16, "bert")).hex()
    pack = {"written": PACK, "spelled": spelled.hex(), "hash": b64(h("pack", spelled))}
    answers = [answer_vector(charter, *answer) for answer in ANSWERS]
    return {"game": b64(charter), "answers": answers, "covered": covered, "peek": peek, "pack": pack}


def answer_vector(game: bytes, seat: str, texts: tuple[str, ...], share: int) -> dict[str, Any]:
    found = sealed_vector(game, texts, ("move", "seal", ""), 1, seat, b" of " + seat.encode())
    lines = [place + 1 for place in found["places"][:share]]
    opened = [f"opened {seat} 17 {line} {b64(bytes.fromhex(found['salts'][line - 1]))}" for line in lines]
    order = [f"order {seat} 17 {line} {text}" for line, text in zip(lines, texts, strict=False)]
    return {**found, "key": hand_keys(game, seat)[1].hex(), "opened": opened, "order": order}


GROUP = 2**252 + 27742317777372353535851937790883648493


def sshsig_vectors() -> dict[str, Any]:
    seed, name, message = bytes(range(32)), b"move@referee.pbem", b"referee/1 move\n"
    public, good = ed_public(seed), ssh_signature(bytes(range(32)), b"move@referee.pbem", b"referee/1 move\n")
    s_plus_l = (int.from_bytes(good[32:], "little") + GROUP).to_bytes(32, "little")

    def blob(**changes: Any) -> bytes:
        return signature_blob(changes.pop("public", public), name, changes.pop("signature", good), **changes)

    shapes = {
        "version 2": blob(version=2),
        "another magic": blob(magic=b"SSHSIg"),
        "reserved field filled": blob(reserved=b"x"),
        "hash sha256": blob(hash_name=b"sha256"),
        "bytes behind": blob(behind=b"\0"),
        "cut short": blob()[:-1],
        "empty": b"",
        "security key": blob(key_type=b"sk-ssh-ed25519@openssh.com"),
        "RSA key": blob(key_type=b"ssh-rsa"),
        "certificate": blob(key_type=b"ssh-ed25519-cert-v01@openssh.com"),
        "RSA signature": blob(signature_type=b"rsa-sha2-512"),
        "33-byte key": blob(public=public + b"\0"),
        "31-byte key": blob(public=public[:31]),
        "63-byte signature": blob(signature=good[:63]),
        "65-byte signature": blob(signature=good + b"\0"),
        "namespace not ASCII": signature_blob(public, b"m\xc3\xb6ve@referee.pbem", good),
        "length that runs over": blob()[:10] + b"\xff\xff\xff\xff" + blob()[14:],
    }
    unfit = {
        "S + L": good[:32] + s_plus_l,
        "a bit of R": bytes([good[0] ^ 1]) + good[1:],
        "another namespace": ssh_signature(seed, b"step@referee.pbem", message),
        "another message": ssh_signature(seed, name, message + b"\n"),
        "another key": ssh_signature(bytes(32), name, message),
        "sha256 inside": ssh_signature(seed, name, message, "sha256"),
        "reserved inside": ssh_signature(seed, name, message, reserved=b"x"),
        "no SSHSIG around it": Ed25519PrivateKey.from_private_bytes(seed).sign(message),
    }
    return {
        "seed": seed.hex(),
        "public": public.hex(),
        "namespace": name.decode(),
        "message": message.decode(),
        "signature": good.hex(),
        "blob": blob().hex(),
        "bad_shapes": {why: data.hex() for why, data in shapes.items()},
        "bad_signatures": {why: data.hex() for why, data in unfit.items()},
    }


def write(name: str, value: object) -> None:
    (VECTORS / f"{name}.json").write_text(json.dumps(value, indent=1) + "\n")


ALL = {
    "secrets": secret_vectors,
    "joint": joint_vectors,
    "sealed": sealed_vectors,
    "sshsig": sshsig_vectors,
    "additions": addition_vectors,
}

if __name__ == "__main__":
    for vector_name, make in ALL.items():
        write(vector_name, make())
