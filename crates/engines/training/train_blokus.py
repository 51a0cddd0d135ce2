"""Trains the network of Blokus on positions of its own games, with PyTorch, on a GPU where there is one.

    cargo run --release -p papan-engines --example play_blokus -- g.bin blokus-duo 10000 1
    python3 crates/engines/training/train_blokus.py network.bin g.bin...

Files of `play_blokus` are described there, the file that is written in src/blokus/network.rs. The network
learns the share of each colour at the end, mixed with what the search found (`--mix`), and which
placements the search visited; and, only so that the neurons learn more from each game, who wins and who owns each square
at the end. One position in twenty is held out, by whole games. `--from` begins with a network that was written before.
"""

import argparse
import struct
import time
import zlib

import numpy
import torch
import torch.nn.functional as functional

WIDTH, HIDDEN = 256, 64
HALF = HIDDEN // 2
ONE = 64  # one in whole numbers, for what a neuron of the first layer is given
POLICY_ONE = 127  # one, for the second layer's neurons that placements are compared with
LARGEST = 126 / ONE
PHASES = 3
MAGIC = b"papan blokus network\n\x01"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="the file of the network to write")
    parser.add_argument("data", nargs="+", help="files of play_blokus")
    parser.add_argument("--from", dest="begin", help="a network to begin with")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=0.002, help="the highest learning rate")
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--mix", type=float, default=0.5, help="how much of the share is the search's")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def say(text):
    print(f"{time.time() - BEGIN:6.1f} s: {text}", flush=True)


class Data:
    """Positions of files that belong to the same game, on the device."""

    def __init__(self, paths, device):
        parts = []
        for path in paths:
            raw = numpy.fromfile(path, numpy.uint8)
            sizes = raw[:28].view("<u4").astype(int).tolist()
            self.inputs, self.placements, self.cells, self.colours, self.candidates = sizes[:5]
            self.orientations, self.mirrored = sizes[5:]
            counts = [self.inputs, self.placements, self.cells, 6 * self.placements]
            end = 28 + 2 * sum(counts)
            numbers = raw[28:end].view("<u2").astype(numpy.int64)
            self.images = numpy.split(numbers, numpy.cumsum(counts)[:-1])
            record = numpy.dtype(
                [
                    ("inputs", "u1", (-(-self.inputs // 8),)),
                    ("ends", "<f4", (self.colours, 2)),
                    ("share", "<f4"),
                    ("facts", "u1", (4,)),
                    ("owners", "u1", (self.cells,)),
                    ("numbers", "<u2", (self.candidates,)),
                    ("visits", "<u2", (self.candidates,)),
                    ("logits", "<f4", (self.candidates,)),
                ]
            )
            body = raw[end:]
            body = body[: len(body) // record.itemsize * record.itemsize]
            parts.append(body.view(record))
        records = numpy.concatenate(parts)
        to = lambda name, kind: torch.tensor(records[name].astype(kind), device=device)
        self.bits = to("inputs", numpy.uint8)
        self.ends = to("ends", numpy.float32)
        self.share = to("share", numpy.float32)
        self.facts = to("facts", numpy.int64)
        self.owners = to("owners", numpy.uint8)
        self.numbers = to("numbers", numpy.int32)
        self.visits = to("visits", numpy.float32) / 65535
        self.logits = to("logits", numpy.float32)
        self.inputs_image, self.placements_image, self.cells_image, shapes = (
            torch.tensor(image, device=device) for image in self.images
        )
        self.shapes = shapes.view(-1, 6)
        self.powers = torch.tensor([1, 2, 4, 8, 16, 32, 64, 128], dtype=torch.uint8, device=device)

    def __len__(self):
        return len(self.share)

    def batch(self, which, mirror):
        bits = (self.bits[which][:, :, None] & self.powers) != 0
        inputs = bits.flatten(1)[:, : self.inputs]
        owners, numbers = self.owners[which].long(), self.numbers[which].long()
        if mirror:
            inputs = inputs[:, self.inputs_image]
            owners = owners[:, self.cells_image]
            numbers = self.placements_image[numbers]
        return inputs.float(), owners, numbers


class Network(torch.nn.Module):
    def __init__(self, data):
        super().__init__()
        self.first = torch.nn.Linear(data.inputs, WIDTH)
        torch.nn.init.normal_(self.first.weight, std=0.05)
        torch.nn.init.constant_(self.first.bias, 0.3)
        self.second = torch.nn.Linear(WIDTH, HIDDEN)
        torch.nn.init.normal_(self.second.weight, std=0.08)
        torch.nn.init.constant_(self.second.bias, 0.3)
        self.shares = torch.nn.Linear(HALF, data.colours)
        # Only for learning.
        self.wins = torch.nn.Linear(HALF, data.colours)
        self.owners = torch.nn.Linear(WIDTH, data.cells * (data.colours + 1))
        # What placements want is the sum of what their squares, their orientation and they themselves do.
        self.own = torch.nn.Parameter(torch.zeros(data.placements, HALF))
        self.squares = torch.nn.Parameter(torch.randn(data.cells + 1, HALF) * 0.02)
        self.orientations = torch.nn.Parameter(torch.randn(data.orientations, HALF) * 0.02)
        self.scales = torch.nn.Parameter(torch.full((PHASES,), 2.0))
        self.register_buffer("shapes", data.shapes)
        self.register_buffer("there", (torch.arange(data.cells + 1) < data.cells).float()[:, None])

    def vectors(self):
        squares = (self.squares * self.there)[self.shapes[:, 1:]].sum(1)
        return self.own + self.orientations[self.shapes[:, 0]] + squares

    def forward(self, inputs):
        first = self.first(inputs).clamp(0, 1)
        second = self.second(first).clamp(0, 1)
        wanted = torch.cat([second[:, HALF:-1], torch.ones_like(second[:, :1])], 1)
        return first, second[:, :HALF], wanted

    @torch.no_grad()
    def begin_with(self, path, data):
        """Takes over what `file` has written."""
        with open(path, "rb") as file:
            body = file.read()[:-8]
        sizes = struct.unpack_from("<3I", body, len(MAGIC))
        expected = (data.inputs, data.placements, data.colours)
        assert body.startswith(MAGIC) and sizes == expected, "this network is of another game"
        at = len(MAGIC) + 12

        def take(kind, *shape):
            nonlocal at
            numbers = numpy.frombuffer(body, kind, int(numpy.prod(shape)), at).reshape(shape)
            at += numbers.nbytes
            return torch.tensor(numbers.astype(numpy.float32))

        self.first.bias.copy_(take("<i2", WIDTH) / ONE)
        self.first.weight.copy_(take("i1", data.inputs, WIDTH).t() / ONE)
        self.second.bias.copy_(take("<f4", HIDDEN))
        self.second.weight.copy_(take("<f4", WIDTH, HIDDEN).t())
        self.shares.bias.copy_(take("<f4", data.colours))
        self.shares.weight.copy_(take("<f4", HALF, data.colours).t())
        self.scales.copy_(take("<f4", PHASES))
        scale = float(take("<f4", 1)) * POLICY_ONE
        self.own.copy_(take("i1", data.placements, HALF) * scale)
        self.squares.zero_()
        self.orientations.zero_()

    @torch.no_grad()
    def keep_in_range(self):
        self.first.weight.clamp_(-LARGEST, LARGEST)

    @torch.no_grad()
    def file(self, data):
        whole = lambda tensor, scale: (tensor * scale).round().clamp(-127, 127).to(torch.int8)
        raw = lambda tensor: tensor.detach().float().cpu().numpy().astype("<f4").tobytes()
        second, bias = self.second.weight.clone(), self.second.bias.clone()
        # The last one always says one.
        second[-1], bias[-1] = 0, 1
        vectors = self.vectors()
        scale = vectors.abs().max() / 127
        body = MAGIC + struct.pack("<3I", data.inputs, data.placements, data.colours)
        first_bias = (self.first.bias * ONE).round().to(torch.int16)
        body += first_bias.cpu().numpy().astype("<i2").tobytes()
        body += whole(self.first.weight.t().contiguous(), ONE).cpu().numpy().tobytes()
        body += raw(bias) + raw(second.t().contiguous())
        body += raw(self.shares.bias) + raw(self.shares.weight.t().contiguous())
        body += raw(self.scales) + struct.pack("<f", float(scale) / POLICY_ONE)
        body += whole(vectors / scale, 1).cpu().numpy().tobytes()
        return body + checksum(body).to_bytes(8, "little")


def checksum(body):
    """FNV-1a."""
    result = 0xCBF29CE484222325
    for byte in body:
        result = ((result ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return result


def losses(model, data, which, mirror, options):
    inputs, owners, numbers = data.batch(which, mirror)
    first, second, wanted = model(inputs)
    ends, share, facts = data.ends[which], data.share[which], data.facts[which]
    target = ends[:, :, 1].clone()
    target[:, 0] += options.mix * (share - target[:, 0])
    if data.colours == 2:
        target[:, 1] = 1 - target[:, 0]
    said = model.shares(second)
    of_share = functional.binary_cross_entropy_with_logits(said, target)
    error = (said.sigmoid()[:, 0] - ends[:, 0, 1]).square().mean()
    won = ends[:, :, 0]
    of_win = -(won * model.wins(second).log_softmax(1)).sum(1).mean()
    owned = model.owners(first).view(-1, data.colours + 1, data.cells)
    of_owners = functional.cross_entropy(owned, owners)
    linear, visits, well = data.logits[which], data.visits[which], facts[:, 1] == 1
    there = linear > -1e30
    logits = (model.vectors()[numbers] * wanted[:, None]).sum(2)
    logits = logits + model.scales[facts[:, 2]][:, None] * linear.clamp(min=-100)
    logits = logits.masked_fill(~there, -1e9)
    cross = -(visits * logits.log_softmax(1)).sum(1)
    own = -(visits * visits.clamp(min=1e-9).log()).sum(1)
    searched = (well & (visits.sum(1) > 0)).float()
    of_policy = (cross * searched).sum() / searched.sum().clamp(min=1)
    surprise = ((cross - own) * searched).sum() / searched.sum().clamp(min=1)
    total = 4 * of_share + 0.3 * of_win + 0.3 * of_owners + 0.5 * of_policy
    return total, torch.stack([error, of_win, of_owners, of_policy, surprise]).detach()


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(options.data, device)
    count = len(data)
    # Games are written one after the other: whole stretches are held out.
    block = torch.arange(count, device=device) // 400
    test, train = (block % 20 == 0).nonzero()[:, 0], (block % 20 != 0).nonzero()[:, 0]
    say(f"{len(train)} positions, {len(test)} held out, {data.inputs} inputs")
    model = Network(data).to(device)
    if options.begin:
        model.begin_with(options.begin, data)
    batches = max(len(train) // options.batch, 1)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=options.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, options.rate, total_steps=options.epochs * batches, pct_start=0.1
    )
    names = ["share", "win", "owners", "policy", "surprise"]
    for epoch in range(options.epochs):
        model.train()
        learned = torch.zeros(len(names), device=device)
        order = train[torch.randperm(len(train), device=device)]
        for number, which in enumerate(order.split(options.batch)[:batches]):
            mirror = data.mirrored and (number + epoch) % 2 == 1
            loss, parts = losses(model, data, which, mirror, options)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            model.keep_in_range()
            learned += parts
        with torch.no_grad():
            held = [losses(model, data, part, False, options)[1] for part in test.split(8192)]
            held = torch.stack(held).mean(0).tolist()
        learned = (learned / batches).tolist()
        show = lambda values: ", ".join(f"{n} {v:.4f}" for n, v in zip(names, values))
        say(f"epoch {epoch + 1}: {show(learned)}; held out: {show(held)}")
    with torch.no_grad():
        for colour in range(data.colours):
            mine = test[data.facts[test, 0] == colour]
            said = torch.cat([model.shares(model(data.batch(p, False)[0])[1]) for p in mine.split(8192)])
            said, ends = said.sigmoid()[:, 0], data.ends[mine, 0, 1]
            say(f"colour {colour + 1}: said {said.mean():.3f}, got {ends.mean():.3f}")
    file = model.file(data)
    with open(options.out, "wb") as out:
        out.write(file)
    say(f"{len(file)} bytes written, {len(zlib.compress(file, 9))} compressed")


BEGIN = time.time()
main()
