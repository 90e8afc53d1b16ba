"""Writes precompiles.txt and repricing.txt: calls of precompiles, with their gas and output.

Every input is made here from a counter hashed with SHA-256, so that it is always the same; gas
and output are those of the executable specification (PyPI package `ethereum-execution` 2.20), at
Prague, and at Osaka for what Prague does not have. Run from anywhere:

    python -B generate.py           # writes the files
    python -B generate.py --check   # compares with them instead; fails and names what differs

A line is a call: key, address, gas, input, output. An input is hexadecimal, `-` when empty, or
`KEY:LENGTH` for the first LENGTH bytes of an earlier call's.
"""

import hashlib
import os
import sys
from types import SimpleNamespace

from ethereum.forks.osaka.vm.precompiled_contracts.mapping import (
    PRE_COMPILED_CONTRACTS as OSAKA,
)
from ethereum.forks.prague.fork_types import Address
from ethereum.forks.prague.vm.precompiled_contracts.mapping import (
    PRE_COMPILED_CONTRACTS as PRAGUE,
)
from ethereum_types.numeric import Uint
from py_ecc import bn128
from py_ecc import optimized_bls12_381 as bls
from py_ecc.secp256k1 import secp256k1

GAS_LIMIT = 10**12
P256_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
TAU_G1 = (
    0x0D3EB50121139AA34DB1D545093AC9374AB7BCA2C0F3BF28E27C8DCD8FC7CB42D25926FC0C97B336E9F0FB35E5A04C81,
    0x17DE623F59A3043952D2F637A935FAE14B6DEE8B255E526304963D58AB6F1A827C7DE623D34D394F8A3D0F57D6E972B9,
)


def data(label, length):
    """`length` bytes that depend on `label` only."""
    blocks = range((length + 31) // 32)
    hashes = (hashlib.sha256(f"eevm {label} {i}".encode()).digest() for i in blocks)
    return b"".join(hashes)[:length]


def number(label, below=2**256):
    """A number between 1 and `below`, that excluded."""
    return int.from_bytes(data(label, 64), "big") % (below - 1) + 1


def word(value, length=32):
    return value.to_bytes(length, "big")


def run(address, call_input):
    key = Address(address.to_bytes(20, "big"))
    contracts = PRAGUE if key in PRAGUE else OSAKA
    evm = SimpleNamespace(
        message=SimpleNamespace(data=call_input), gas_left=Uint(GAS_LIMIT), output=b""
    )
    contracts[key](evm)
    return GAS_LIMIT - int(evm.gas_left), bytes(evm.output)


class Table:
    def __init__(self):
        self.lines, self.inputs = [], {}

    def add(self, key, address, call_input):
        if isinstance(call_input, tuple):
            source, length = call_input
            text, call_input = f"{source}:{length}", self.inputs[source][:length]
        else:
            text = call_input.hex() or "-"
        self.inputs[key] = call_input
        gas, output = run(address, call_input)
        self.lines.append(f"{key} {address:#x} {gas} {text} {output.hex() or '-'}\n")
        print(key, gas)

    def finish(self, name, is_check):
        """Writes the file, or compares with it; the keys of the lines that differ."""
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        if not is_check:
            with open(path, "w") as file:
                file.writelines(self.lines)
            return []
        with open(path) as file:
            found = file.readlines()
        odd = set(self.lines) ^ set(found)
        if not odd and self.lines != found:
            return [f"{name}: the order of the lines"]
        return [f"{name}: {key}" for key in sorted({line.split(" ")[0] for line in odd})]


# Signatures.


def ecrecover_input():
    n, g = secp256k1.N, secp256k1.G
    secret, nonce, z = number("secret", n), number("nonce", n), data("message", 32)
    x, y = secp256k1.multiply(g, nonce)
    s = pow(nonce, -1, n) * (int.from_bytes(z, "big") + x * secret) % n
    parity = y & 1
    if s > n // 2:
        s, parity = n - s, parity ^ 1
    return z + word(27 + parity) + word(x % n) + word(s)


def p256_add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if a[1] != b[1]:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P256_P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P256_P)
    x = (slope * slope - a[0] - b[0]) % P256_P
    return x, (slope * (a[0] - x) - a[1]) % P256_P


def p256_multiply(point, scalar):
    total = None
    for bit in bin(scalar)[2:]:
        total = p256_add(total, total)
        if bit == "1":
            total = p256_add(total, point)
    return total


def p256verify_input():
    secret, nonce = number("p256 secret", P256_N), number("p256 nonce", P256_N)
    z, r = data("p256 message", 32), p256_multiply(P256_G, nonce)[0] % P256_N
    s = pow(nonce, -1, P256_N) * (int.from_bytes(z, "big") + r * secret) % P256_N
    x, y = p256_multiply(P256_G, secret)
    return b"".join([z, word(r), word(s), word(x), word(y)])


# Modular exponentiation.


def modexp_input(base, exponent, modulus):
    return b"".join([*(word(len(part)) for part in (base, exponent, modulus)), base, exponent, modulus])


def modexp_random(bits, is_odd):
    """Base, exponent and modulus of `bits` bits; the exponent's head has a bit less."""
    label = f"modexp {bits} {is_odd}"
    base, exponent, modulus = (bytearray(data(f"{label} {i}", bits // 8)) for i in range(3))
    exponent[0] = exponent[0] & 0x3F | 0x40
    modulus[0] |= 0x80
    modulus[-1] = modulus[-1] & 0xFE | is_odd
    return modexp_input(bytes(base), bytes(exponent), bytes(modulus))


# BN254.


def bn254_g1(scalar):
    x, y = bn128.multiply(bn128.G1, scalar)
    return word(x.n) + word(y.n)


def bn254_pairs(label, count):
    """Twice `count` pairs; each two that follow each other multiply to one."""
    pairs = []
    for i in range(count):
        a, b = (number(f"{label} {i} {j}", bn128.curve_order) for j in range(2))
        for p, q in [(a, b), (bn128.curve_order - a * b % bn128.curve_order, 1)]:
            x, y = bn128.multiply(bn128.G2, q)
            coordinates = [x.coeffs[1], x.coeffs[0], y.coeffs[1], y.coeffs[0]]
            pairs += [bn254_g1(p), *(word(int(c)) for c in coordinates)]
    return b"".join(pairs)


# BLS12-381.


def bls_g1(point):
    return b"".join(word(int(c), 64) for c in bls.normalize(point))


def bls_g2(point):
    return b"".join(word(int(c), 64) for part in bls.normalize(point) for c in part.coeffs)


def bls_scalar(label):
    return number(label, bls.curve_order)


def bls_msm(generator, encode, label):
    pairs = []
    for i in range(128):
        point = bls.multiply(generator, bls_scalar(f"{label} point {i}"))
        pairs += [encode(point), data(f"{label} scalar {i}", 32)]
    return b"".join(pairs)


def bls_pairs(count):
    pairs = []
    for i in range(count):
        a, b = (bls_scalar(f"bls pair {i} {j}") for j in range(2))
        for p, q in [(a, b), (bls.curve_order - a * b % bls.curve_order, 1)]:
            pairs += [bls_g1(bls.multiply(bls.G1, p)), bls_g2(bls.multiply(bls.G2, q))]
    return b"".join(pairs)


def compress(point):
    x, y = (int(c) for c in bls.normalize(point))
    return word(x | 1 << 383 | (y > bls.field_modulus // 2) << 381, 48)


def point_evaluation_input():
    """A polynomial of degree one, with the value y at z and the slope k."""
    z, y, k = (bls_scalar(f"kzg {i}") for i in range(3))
    tau = (bls.FQ(TAU_G1[0]), bls.FQ(TAU_G1[1]), bls.FQ(1))
    constant = bls.multiply(bls.G1, (y - k * z) % bls.curve_order)
    commitment = compress(bls.add(constant, bls.multiply(tau, k)))
    versioned_hash = b"\x01" + hashlib.sha256(commitment).digest()[1:]
    proof = compress(bls.multiply(bls.G1, k))
    return versioned_hash + word(z) + word(y) + commitment + proof


def blake2f_input(rounds):
    return rounds.to_bytes(4, "big") + data("blake2f", 64 + 128) + word(300, 16)[::-1] + b"\x01"


def precompiles(is_check):
    table = Table()
    table.add("ecrecover", 1, ecrecover_input())
    for address, key in [(2, "sha256"), (3, "ripemd160"), (4, "identity")]:
        table.add(f"{key}_1k", address, data(key, 1024))
    table.add("modexp_256_odd", 5, modexp_random(256, True))
    table.add("modexp_256_even", 5, modexp_random(256, False))
    table.add("modexp_2048_odd", 5, modexp_random(2048, True))
    table.add("modexp_2048_even", 5, modexp_random(2048, False))
    table.add("modexp_4096_odd", 5, modexp_random(4096, True))
    table.add("modexp_4096_even", 5, modexp_random(4096, False))
    a, b = (number(f"bn254 {i}", bn128.curve_order) for i in range(2))
    table.add("bn254_add", 6, bn254_g1(a) + bn254_g1(b))
    table.add("bn254_mul", 7, bn254_g1(a) + data("bn254 scalar", 32))
    table.add("bn254_pairing_2", 8, bn254_pairs("bn254 pair", 1))
    table.add("blake2f_12", 9, blake2f_input(12))
    table.add("blake2f_1m", 9, blake2f_input(1_000_000))
    table.add("point_evaluation", 10, point_evaluation_input())
    points = [bls_scalar(f"bls add {i}") for i in range(2)]
    table.add("bls12_g1_add", 11, b"".join(bls_g1(bls.multiply(bls.G1, k)) for k in points))
    table.add("bls12_g2_add", 13, b"".join(bls_g2(bls.multiply(bls.G2, k)) for k in points))
    for group, address, generator, encode, size in [
        ("g1", 12, bls.G1, bls_g1, 160),
        ("g2", 14, bls.G2, bls_g2, 288),
    ]:
        longest = f"bls12_{group}_msm_128"
        table.add(longest, address, bls_msm(generator, encode, f"bls {group}"))
        for count in (32, 8, 2, 1):
            table.add(f"bls12_{group}_msm_{count}", address, (longest, count * size))
    table.add("bls12_pairing_8", 15, bls_pairs(4))
    for count in (2, 1):
        table.add(f"bls12_pairing_{count}", 15, ("bls12_pairing_8", 384 * count))
    element = [word(number(f"fp {i}", bls.field_modulus), 64) for i in range(3)]
    table.add("bls12_map_fp_to_g1", 16, element[0])
    table.add("bls12_map_fp2_to_g2", 17, element[1] + element[2])
    table.add("p256verify", 0x100, p256verify_input())
    return table.finish("precompiles.txt", is_check)


def repricing(is_check):
    """The names of the tables that repriced BN254, with inputs of the same shape."""
    table = Table()
    table.add("ecrecover", 1, ecrecover_input())
    for address, key in [(2, "sha256"), (3, "ripemd"), (4, "identity")]:
        table.add(key, address, data(f"repricing {key}", 128))
    p = 2**256 - 2**32 - 977
    table.add("modexp_eip_example1", 5, modexp_input(b"\x03", word(p - 1), word(p)))
    table.add("modexp_eip_example2", 5, modexp_input(b"", word(p - 1), word(p)))
    for size in range(1, 6):
        length = 32 << size
        base, modulus = (data(f"repricing modexp {size} {i}", length) for i in range(2))
        for name, exponent in [("square", b"\x02"), ("qube", b"\x03"), ("pow0x10001", b"\x01\x00\x01")]:
            table.add(f"modexp_nagydani_{size}_{name}", 5, modexp_input(base, exponent, modulus))

    zero, one = bytes(64), word(1) + word(2)
    p, q, minus_p = (bn254_g1(k) for k in (5, 7, bn128.curve_order - 5))
    adds = [zero + zero, zero, bytes(80), b"", bytes(192)]
    adds += [zero + one, zero + one + zero, one, one + zero, one + zero + zero]
    adds += [one + one, one + one + zero, p + q, p + minus_p + zero]
    table.add("alt_bn128_add_chfast1", 6, q + p)
    table.add("alt_bn128_add_chfast2", 6, bn254_g1(11) + q)
    for i, call_input in enumerate(adds):
        table.add(f"alt_bn128_add_cdetrio{i + 1}", 6, call_input)
    order = bn128.curve_order
    for name, point, scalar in [
        ("chfast1", 3, number("64 bits", 2**61)),
        ("chfast2", 5, number("126 bits", 2**126)),
        ("chfast3", 7, number("253 bits", 2**253)),
        ("cdetrio1", 11, 2**256 - 1),
        ("cdetrio2", 11, order - 1),
        ("cdetrio3", 11, 2**128),
        ("cdetrio4", 11, 9),
        ("cdetrio5", 11, 1),
        ("cdetrio6", 13, 2**256 - 1),
        ("cdetrio11", 17, 2**256 - 1),
    ]:
        table.add(f"alt_bn128_mul_{name}", 7, bn254_g1(point) + word(scalar))

    pairs = bn254_pairs("repricing", 5)
    table.add("alt_bn128_pairing_ten_point_match_1", 8, pairs)
    for i in range(1, 6):
        table.add(f"alt_bn128_pairing_jeff{i}", 8, bn254_pairs(f"jeff {i}", 1 + (i > 3)))
    table.add("alt_bn128_pairing_jeff6", 8, pairs[:192] + pairs[384:576])
    table.add("alt_bn128_pairing_empty_data", 8, b"")
    table.add("alt_bn128_pairing_one_point", 8, pairs[:192])
    for i in range(2, 5):
        table.add(f"alt_bn128_pairing_two_point_match_{i}", 8, bn254_pairs(f"two {i}", 1))
    for i in range(2, 4):
        table.add(f"alt_bn128_pairing_ten_point_match_{i}", 8, bn254_pairs(f"ten {i}", 5))
    for count in range(2, 11, 2):
        source = ("alt_bn128_pairing_ten_point_match_1", 192 * count)
        table.add(f"pairs_{count}", 8, source)
    return table.finish("repricing.txt", is_check)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit("usage: generate.py [--check]")
    is_check = bool(arguments)
    differences = precompiles(is_check) + repricing(is_check)
    if differences:
        sys.exit("not what the specification gives:\n  " + "\n  ".join(differences))
    if is_check:
        print("every line is what the specification gives")


if __name__ == "__main__":
    main(sys.argv[1:])
