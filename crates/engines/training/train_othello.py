"""Trains the evaluation of Othello on judged positions, with PyTorch, on a GPU where there is one.

    cargo run --release -p papan-engines --example describe_othello_shapes -- shapes.bin
    python3 crates/engines/training/train_othello.py shapes.bin OUT DATA...

DATA are files of `play_othello` (described in examples/support/positions.rs), OUT is the file of weights that
is written (described in src/othello/patterns.rs). A position is to be worth what the engine found there, mixed
with what the game came to from there on: each later value counts `--lambda` as much as the one before it, up to
the next random move, and an exact value counts alone. One game in twenty is held out, and the error on
these is printed, in discs.

`--from` begins with the weights of a file that was written before instead of random ones: better labels for
fewer positions can then correct what many have taught. Patterns that the new positions do not have stay as they are.

`--sum` trains a plain sum of weights instead, to compare: nothing is written.
"""

import argparse
import time
import zlib

import numpy
import torch

RECORD = numpy.dtype(
    [("own", "<u8"), ("other", "<u8"), ("value", "<i2"), ("flags", "u1"), ("zero", "u1")]
)
BLACK, EXACT, CHANCE_FOLLOWS, LAST = 1, 2, 4, 8

NEURONS = 16
MOST = 127 / 128  # what a neuron says at most

# The scales of the whole numbers in the file.
NEURON = 128  # what a neuron is given, as parts of one
WEIGHT = 64  # its weight in the result, as parts of a disc
UNIT = 32  # the result, as parts of a disc

# Values are learned as parts of all discs.
DISCS = 64
LARGEST_WEIGHT = 60 / DISCS

KNOTS = 13  # numbers of discs, from 4 to 64, between which what belongs to stages is interpolated

COUNTS = 32
PARITIES = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5]
FACTS = 4 * COUNTS + 6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shapes", help="where patterns lie, by describe_othello_shapes")
    parser.add_argument("out", help="the file of weights to write")
    parser.add_argument("data", nargs="+", help="files of play_othello")
    parser.add_argument("--from", dest="begin", help="a file of weights to begin with")
    parser.add_argument("--sum", action="store_true", help="a plain sum of weights, not written")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=0.005, help="the highest learning rate")
    parser.add_argument("--decay", type=float, default=0.1, help="how weights fall to zero")
    parser.add_argument("--least", type=int, default=40, help="patterns seen less often are worth nothing")
    parser.add_argument("--lambda", type=float, default=0.85, dest="mix")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def say(text):
    print(f"{time.time() - BEGIN:6.1f} s: {text}", flush=True)


class Shapes:
    """Where the patterns lie, as `describe_othello_shapes` has written it."""

    def __init__(self, path, device):
        numbers = numpy.fromfile(path, "<u4").astype(numpy.int64)
        places, readings, self.weights = numbers[:3].tolist()
        adds, offsets, shared = numpy.split(numbers[3:], [64 * places, 65 * places])
        assert len(shared) == readings, "this is no file of shapes"
        # A product of matrices; whole numbers of this size are exact.
        self.adds = torch.tensor(adds.reshape(64, places), dtype=torch.float64, device=device)
        self.offsets = torch.tensor(offsets, device=device)
        self.shared = torch.tensor(shared, device=device)

    def rows(self, own, other):
        """The rows of numbers that positions stand for, seen by the side that is not to move."""
        squares = torch.arange(64, device=own.device)
        rows = []
        for own, other in zip(own.split(1 << 17), other.split(1 << 17)):
            digit = lambda discs: ((discs[:, None] >> squares) & 1).double()
            readings = ((digit(other) + 2 * digit(own)) @ self.adds).long()
            patterns = self.shared[readings + self.offsets]
            rows.append(torch.cat([patterns, self.weights + facts(own, other)], 1).int())
        return torch.cat(rows)


def count(sets):
    squares = torch.arange(64, device=sets.device)
    return ((sets[:, None] >> squares) & 1).sum(1)


def down(sets, squares):
    """A logical shift: PyTorch's keeps the sign."""
    return (sets >> squares) & ((1 << (64 - squares)) - 1)


def mobility(own, other):
    """Where the side that owns `own` may move."""
    empty = ~(own | other)
    inner = other & 0x7E7E7E7E7E7E7E7E
    moves = torch.zeros_like(own)
    for step, through in [(1, inner), (7, inner), (9, inner), (8, other)]:
        for shifted in (lambda sets: sets << step, lambda sets: down(sets, step)):
            line = shifted(own) & through
            for _ in range(5):
                line = line | (shifted(line) & through)
            moves |= shifted(line) & empty
    return moves


def around(discs):
    """The squares beside discs, with these."""
    row = discs | ((discs << 1) & ~0x0101010101010101) | (down(discs, 1) & 0x7F7F7F7F7F7F7F7F)
    return row | (row << 8) | down(row, 8)


def facts(own, other):
    """What holds of positions as a whole, as in src/othello/facts.rs."""
    empty = ~(own | other)
    counted = lambda sets: count(sets).clamp(max=COUNTS - 1)
    odd = sum(
        (count((empty >> shift) & 0x0F0F0F0F) & 1) << bit for bit, shift in enumerate([0, 4, 32, 36])
    )
    numbers = [
        counted(mobility(own, other)),
        COUNTS + counted(mobility(other, own)),
        2 * COUNTS + counted(around(other) & empty),
        3 * COUNTS + counted(around(own) & empty),
        4 * COUNTS + torch.tensor(PARITIES, device=own.device)[odd],
    ]
    return torch.stack(numbers, 1)


def worth(records, mix):
    """What positions are worth to their sides to move, in discs, and the number of each one's game."""
    value = records["value"].astype(numpy.float32) / 32
    flags = records["flags"]
    last = numpy.flatnonzero(flags & LAST)
    first = numpy.concatenate([[0], last[:-1] + 1])
    game = numpy.zeros(len(records), numpy.int64)
    game[first[1:]] = 1
    stays = (flags & (EXACT | CHANCE_FOLLOWS)) != 0
    # All games at once, from their ends.
    at, begin = last - 1, first
    while len(at):
        there = at >= begin
        at, begin = at[there], begin[there]
        same = (flags[at] & BLACK) == (flags[at + 1] & BLACK)
        later = numpy.where(same, value[at + 1], -value[at + 1])
        value[at] += numpy.where(stays[at], 0, mix * (later - value[at]))
        at = at - 1
    return value, game.cumsum()


def read(paths, mix, device):
    """The boards of all positions, what they are worth, and which are held out."""
    boards, values, held_out, games = [], [], [], 0
    for path in paths:
        records = numpy.fromfile(path, RECORD)
        records = records[: numpy.flatnonzero(records["flags"] & LAST)[-1] + 1]
        value, game = worth(records, mix)
        boards.append(numpy.stack([records["own"], records["other"]], 1).view(numpy.int64))
        values.append(value)
        held_out.append((game + games) % 20 == 0)
        games += int(game[-1]) + 1
    together = lambda parts: torch.tensor(numpy.concatenate(parts), device=device)
    return together(boards), together(values), together(held_out), games


class Stages:
    """What belongs to numbers of discs is learned at some of them, with straight lines between."""

    def __init__(self, discs, knots):
        way = (discs.float() - 4).clamp(0, 60) * ((knots - 1) / 60)
        self.knot = way.long().clamp(max=knots - 2)
        self.part = (way - self.knot)[:, None]

    def of(self, table):
        return table[self.knot] * (1 - self.part) + table[self.knot + 1] * self.part


class Network(torch.nn.Module):
    def __init__(self, counts, least):
        super().__init__()
        self.numbers = torch.nn.Parameter(torch.randn(len(counts), NEURONS) * 0.02)
        self.register_buffer("used", (counts >= least).float()[:, None])
        self.constants = torch.nn.Parameter(torch.full((KNOTS, NEURONS), 0.4))
        signs = torch.tensor([1.0, -1.0]).repeat(NEURONS // 2)
        self.weights = torch.nn.Parameter(0.3 * signs.repeat(KNOTS, 1))
        self.constant = torch.nn.Parameter(torch.zeros(KNOTS, 1))

    def forward(self, rows, discs):
        stages = Stages(discs, KNOTS)
        sums = torch.nn.functional.embedding_bag(rows, self.numbers * self.used, mode="sum")
        said = (sums + stages.of(self.constants)).clamp(0, MOST) ** 2
        return stages.of(self.constant)[:, 0] + (said * stages.of(self.weights)).sum(1)

    @torch.no_grad()
    def begin_with(self, path):
        """Takes over what `file` has written."""
        with open(path, "rb") as file:
            body = file.read()[:-8]
        head = len(b"papan othello patterns\n") + 2
        width = 2 * NEURONS + 1
        table = numpy.frombuffer(body, "<i2", 65 * width, head).reshape(65, width)
        knots = torch.tensor(table[4 :: 60 // (KNOTS - 1)].astype(numpy.float32))
        self.constants.copy_(knots[:, :NEURONS] / NEURON)
        self.weights.copy_(knots[:, NEURONS:-1] / (DISCS * WEIGHT))
        self.constant.copy_(knots[:, -1:] / (DISCS * UNIT))
        numbers = unpacked(body[head + table.nbytes :]).reshape(NEURONS, -1)
        assert numbers.shape[1] == len(self.numbers), "these weights are of other shapes"
        numbers = torch.tensor(numbers.T.astype(numpy.float32)).to(self.numbers.device)
        self.numbers.copy_(numbers / NEURON)
        self.used.copy_(torch.maximum(self.used, (numbers != 0).any(1, keepdim=True).float()))

    @torch.no_grad()
    def keep_in_range(self):
        self.numbers.clamp_(-126 / NEURON, 126 / NEURON)
        self.weights.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)

    @torch.no_grad()
    def round(self):
        self.numbers.copy_((self.numbers * self.used * NEURON).round() / NEURON)

    @torch.no_grad()
    def file(self):
        stages = Stages(torch.arange(65, device=self.numbers.device), KNOTS)
        whole = lambda tensor, scale: (tensor * scale).round().to(torch.int16).cpu().numpy()
        table = numpy.concatenate(
            [
                whole(stages.of(self.constants), NEURON),
                whole(stages.of(self.weights), DISCS * WEIGHT),
                whole(stages.of(self.constant), DISCS * UNIT),
            ],
            1,
        )
        body = b"papan othello patterns\n" + bytes([3, NEURONS]) + table.astype("<i2").tobytes()
        numbers = whole(self.numbers * self.used, NEURON).astype(numpy.int8)
        for neuron in range(NEURONS):
            body += packed(numbers[:, neuron])
        return body + checksum(body).to_bytes(8, "little")


class Sum(torch.nn.Module):
    """A weight for each row at every knot."""

    def __init__(self, counts, least):
        super().__init__()
        self.numbers = torch.nn.Parameter(torch.zeros(len(counts), KNOTS))
        self.register_buffer("used", (counts >= least).float()[:, None])
        self.constant = torch.nn.Parameter(torch.zeros(KNOTS, 1))

    def forward(self, rows, discs):
        stages = Stages(discs, KNOTS)
        sums = torch.nn.functional.embedding_bag(rows, self.numbers * self.used, mode="sum")
        parts = stages.of(torch.eye(KNOTS, device=rows.device))
        return stages.of(self.constant)[:, 0] + (sums * parts).sum(1)

    def keep_in_range(self):
        pass


def packed(numbers):
    """Signed bytes, with runs of zeros as a byte of -128 and their number."""
    zero = numpy.concatenate([[0], (numbers == 0).view(numpy.int8), [0]])
    result, done = bytearray(), 0
    for begin, end in numpy.flatnonzero(numpy.diff(zero)).reshape(-1, 2):
        result += numbers[done:begin].tobytes()
        while begin < end:
            zeros = min(end - begin, 255)
            result += b"\0" if zeros == 1 else bytes([128, zeros])
            begin += zeros
        done = end
    return bytes(result + numbers[done:].tobytes())


def unpacked(body):
    """What `packed` has packed."""
    result, done = [], 0
    coded = numpy.frombuffer(body, numpy.int8)
    for mark in numpy.flatnonzero(coded == -128).tolist():
        if mark < done:  # the number of zeros of the mark before it
            continue
        result.append(coded[done:mark])
        result.append(numpy.zeros(body[mark + 1], numpy.int8))
        done = mark + 2
    return numpy.concatenate([*result, coded[done:]])


def checksum(body):
    """FNV-1a."""
    result = 0xCBF29CE484222325
    for byte in body:
        result = ((result ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return result


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shapes = Shapes(options.shapes, device)
    boards, values, held_out, games = read(options.data, options.mix, device)
    own, other = boards.unbind(1)
    rows = shapes.rows(own, other)
    discs = torch.cat([count(part) for part in (own | other).split(1 << 18)])
    # Seen by the side that is not to move.
    target = -values / DISCS
    test, train = held_out.nonzero()[:, 0], (~held_out).nonzero()[:, 0]
    counts = torch.zeros(shapes.weights + FACTS, dtype=torch.int64, device=device)
    for part in train.split(1 << 20):
        counts += torch.bincount(rows[part].flatten(), minlength=len(counts))
    say(f"{len(train)} positions of {games} games, {len(test)} held out")

    model = (Sum if options.sum else Network)(counts, options.least).to(device)
    if options.begin:
        model.begin_with(options.begin)
    batches = max(len(train) // options.batch, 1)
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=options.rate, weight_decay=options.decay, betas=(0.9, 0.99)
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, options.rate, total_steps=options.epochs * batches, pct_start=0.1, final_div_factor=100
    )

    @torch.no_grad()
    def error(which):
        parts = [model(rows[part], discs[part]) - target[part] for part in which.split(1 << 16)]
        return DISCS * torch.cat(parts).square().mean().sqrt()

    say(f"at first: held out {error(test):.3f}")
    for epoch in range(options.epochs):
        order = train[torch.randperm(len(train), device=device)]
        learned = torch.zeros((), device=device)
        for batch in order.split(options.batch)[:batches]:
            loss = (model(rows[batch], discs[batch]) - target[batch]).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            model.keep_in_range()
            learned += loss.detach()
        learned = DISCS * (learned / batches).sqrt()
        say(f"epoch {epoch + 1}: error {learned:.3f}, held out {error(test):.3f}")
    for empties in range(4, 56, 4):
        say(f"{empties} empty: error {error(test[discs[test] == 64 - empties]):.3f} on games held out")
    if options.sum:
        return
    model.round()
    say(f"in whole numbers: held out {error(test):.3f}")
    file = model.file()
    with open(options.out, "wb") as out:
        out.write(file)
    say(f"{len(file)} bytes written, {len(zlib.compress(file, 9))} compressed")


BEGIN = time.time()
main()
