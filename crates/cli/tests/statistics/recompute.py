"""Computes the table of a tournament of two seats again, from its games alone.

    papan ledger export --event cup --format jsonl > games.jsonl
    papan report cup --format json > report.json
    python3 recompute.py games.jsonl report.json

Nothing here shares code with Papan, and numbers are found in other ways where there are some:
roots by halving, Student's t by adding up its density, equations by Gauss's elimination. The
formulas are those of docs/statistics.md. Ends with 1 and what differs when something does.
"""

import json
import math
import sys
from collections import Counter, defaultdict

Z = 1.959964
LOGIT = 400 / math.log(10)
LIMIT = 2400.0
problems = []


def same(what, ours, theirs, tolerance=1e-6):
    if ours is None or theirs is None:
        if ours is not theirs:
            problems.append(f"{what}: {ours} here, {theirs} there")
    elif abs(ours - theirs) > tolerance * max(1.0, abs(ours)):
        problems.append(f"{what}: {ours} here, {theirs} there")


def student(freedom):
    """The bound within which 95% of Student's distribution lies."""
    if freedom < 1:
        freedom = 1
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    density = lambda x: scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2)

    def inside(bound, steps=4000):
        step = bound / steps
        inner = sum((4 if k % 2 else 2) * density(k * step) for k in range(1, steps))
        return 2 * step / 3 * (density(0) + inner + density(bound))

    low, high = 0.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < 0.95 else (low, middle)
    return low


def independent(values):
    """As how many independent values these count; each has an opening and a number."""
    groups = defaultdict(list)
    for opening, value in values:
        groups[opening].append(value)
    count, number = len(values), len(groups)
    if number == 1 or number == count:
        return float(count)
    mean = sum(value for _, value in values) / count
    variance = sum((value - mean) ** 2 for _, value in values) / (count - 1)
    between = sum(sum(value - mean for value in group) ** 2 for group in groups.values())
    error = math.sqrt(between * number / (number - 1)) / count
    if error == 0:
        return float(number if variance == 0 else count)
    return min(max(variance / (student(number - 1) / Z * error) ** 2, 1.0), float(count))


def expectation(counts, size):
    """Mean, low and high of the points a game, from counts by points, fewest first."""
    last = len(counts) - 1
    total = sum(counts)
    mean = sum(count * k / last for k, count in enumerate(counts)) / total
    weights = [max(count, 1e-3) for count in counts]
    shares = [weight / sum(weights) for weight in weights]
    points = [k / last for k in range(last + 1)]

    def errors(expected):
        """How many standard errors the games are above an expectation."""
        off = [x - expected for x in points]
        low, high = -1 / max(off), -1 / min(off)
        for _ in range(200):
            theta = (low + high) / 2
            slope = sum(p * d / (1 + theta * d) for p, d in zip(shares, off))
            low, high = (theta, high) if slope > 0 else (low, theta)
        near = [p / (1 + theta * d) for p, d in zip(shares, off)]
        variance = sum(q * d * d for q, d in zip(near, off))
        return sum(p * d for p, d in zip(shares, off)) / math.sqrt(variance / size)

    def edge(end):
        inside, outside = mean, None
        for _ in range(40):
            middle = (inside + (end if outside is None else outside)) / 2
            if middle <= 0 or middle >= 1 or abs(errors(middle)) > Z:
                outside = middle
            else:
                inside = middle
        return end if outside is None else inside

    above_half = errors(0.5)
    return mean, edge(0.0), edge(1.0), (1 + math.erf(above_half / math.sqrt(2))) / 2


def elo(share):
    if share <= 0:
        return -LIMIT
    if share >= 1:
        return LIMIT
    share = min(max(share, 1e-6), 1 - 1e-6)
    return 400 * math.log10(share / (1 - share))


def solve(matrix, right):
    """The solution of some equations, by Gauss."""
    size = len(matrix)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[k][size] / rows[k][k] for k in range(size)]


def ratings(players, games):
    """Rating, low and high of each player, and of moving first."""
    size = players + 2
    logistic = lambda x: 1 / (1 + math.exp(-x))
    strengths = [0.0] * size

    def of_game(game):
        first, second = game["players"]
        expected = logistic(strengths[first] + strengths[players] - strengths[second] - strengths[players + 1])
        return first, second, game["points"], expected

    def curves():
        slope = [0.5 - logistic(s) for s in strengths]
        bend = [[0.0] * size for _ in range(size)]
        for k, s in enumerate(strengths):
            bend[k][k] = logistic(s) * (1 - logistic(s))
        for game in games:
            first, second, points, expected = of_game(game)
            signs = Counter()
            for parameter, sign in [(first, 1), (players, 1), (second, -1), (players + 1, -1)]:
                signs[parameter] += sign
            for one, sign in signs.items():
                slope[one] += sign * (points - expected)
                for other, turn in signs.items():
                    bend[one][other] += sign * turn * expected * (1 - expected)
        return slope, bend

    for _ in range(60):
        slope, bend = curves()
        step = solve(bend, slope)
        largest = max(abs(part) for part in step)
        strengths = [s + part * min(1, 1 / largest) for s, part in zip(strengths, step)]
        if largest < 1e-10:
            break
    clusters = defaultdict(list)
    for number, game in enumerate(games):
        clusters[game["opening"]].append(number)
    if len(clusters) == 1:
        clusters = {number: [number] for number in range(len(games))}
    groups = len(clusters)
    between = [[0.0] * size for _ in range(size)]
    for k, s in enumerate(strengths):
        between[k][k] = 0.5 * ((1 - logistic(s)) ** 2 + logistic(s) ** 2)
    for numbers in clusters.values():
        off = [0.0] * size
        for number in numbers:
            first, second, points, expected = of_game(games[number])
            for parameter, sign in [(first, 1), (players, 1), (second, -1), (players + 1, -1)]:
                off[parameter] += sign * (points - expected)
        for one in range(size):
            for other in range(size):
                between[one][other] += groups / max(groups - 1, 1) * off[one] * off[other]
    _, bend = curves()
    unit = lambda k: [1.0 if row == k else 0.0 for row in range(size)]
    inverse = [solve(bend, unit(k)) for k in range(size)]
    reach = student(groups - 1)

    def estimate(weights):
        seen = [sum(w * inverse[k][row] for k, w in enumerate(weights)) for row in range(size)]
        variance = sum(seen[i] * between[i][j] * seen[j] for i in range(size) for j in range(size))
        value = sum(w * s for w, s in zip(weights, strengths))
        error = reach * math.sqrt(max(variance, 0.0))
        return tuple(LOGIT * part for part in (value, value - error, value + error))

    centred = lambda k: [(1.0 if j == k else 0.0) - 1 / players for j in range(players)] + [0.0, 0.0]
    first_move = [0.0] * players + [1.0, -1.0]
    return [estimate(centred(k)) for k in range(players)], estimate(first_move)


def main(games_file, report_file):
    rows = [json.loads(line) for line in open(games_file, encoding="utf-8")]
    for table in json.load(open(report_file, encoding="utf-8"))["reports"]:
        compare(table, [row for row in rows if row["game"] == table["game"]])
    for problem in problems:
        print(problem)
    print(f"{len(rows)} games, {len(problems)} differences")
    sys.exit(1 if problems else 0)


def compare(table, rows):
    specs = [agent["spec"] for agent in table["agents"]]
    games = []
    for row in rows:
        ranks = [row["rank_0"], row["rank_1"]]
        opening = (row["start"], tuple(row["moves"].split()[: row["opening_plies"]]))
        agents = (row["agent_0"], row["agent_1"])
        games.append({
            "players": [specs.index(agent) for agent in agents],
            "points": 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1]),
            "opening": opening,
            "round": row["round"],
            "play": (agents, row["start"], row["moves"], tuple(ranks)),
            "row": row,
        })
    same("games", len(games), table["games"])
    different = list({game["play"]: game for game in reversed(games)}.values())
    same("different", len(different), table["different"])
    same("openings", len({game["opening"] for game in games}), table["openings"])

    for number, agent in enumerate(table["agents"]):
        own = [(game, seat) for game in games for seat in (0, 1) if game["players"][seat] == number]
        points = [game["points"] if seat == 0 else 1 - game["points"] for game, seat in own]
        scores = [game["row"][f"score_{seat}"] for game, seat in own if game["row"]["ending"] == "over"]
        name = agent["label"]
        for what, value in [
            ("games", len(own)),
            ("wins", points.count(1.0)),
            ("draws", points.count(0.5)),
            ("losses", points.count(0.0)),
            ("share", sum(points) / len(own)),
            ("mean_rank", sum(2 - p for p in points) / len(own)),
            ("scored_games", len(scores)),
            ("mean_score", sum(scores) / len(scores) if scores else None),
            ("mean_nodes", sum(game["row"][f"nodes_{seat}"] for game, seat in own) / len(own)),
        ]:
            same(f"{what} of {name}", value, agent[what])

    for pair in table["pairs"]:
        one, other = pair["agents"]
        met = [game for game in games if set(game["players"]) == {one, other}]
        seen = lambda game: game["points"] if game["players"][0] == one else 1 - game["points"]
        rounds = defaultdict(dict)
        for game in met:
            rounds[game["opening"], game["round"]][game["players"][0]] = game
        pairs = [sides for sides in rounds.values() if len(sides) == 2]
        if 4 * len(pairs) >= len(met):
            counts = [0] * 5
            values = {}
            for sides in pairs:
                total = sum(seen(game) for game in sides.values())
                counts[round(2 * total)] += 1
                plays = frozenset(game["play"] for game in sides.values())
                values[plays] = (next(iter(sides.values()))["opening"], total)
            same(f"pairs of {one} and {other}", 0, sum(abs(a - b) for a, b in zip(counts, pair["pairs"])))
        else:
            counts = [0] * 3
            for game in met:
                counts[round(2 * seen(game))] += 1
            values = {game["play"]: (game["opening"], seen(game)) for game in met}
        size = min(independent(list(values.values())), sum(counts))
        # A whole number there: rounding may go the other way.
        if abs(size - pair.get("independent", sum(counts))) > 0.51 + 0.01 * size:
            problems.append(f"independent of {one} and {other}: {size} here, {pair.get('independent')} there")
        mean, low, high, superiority = expectation(counts, pair.get("independent", sum(counts)))
        same(f"share of {one} and {other}", sum(map(seen, met)) / len(met), pair["share"])
        for what, value in [("value", elo(mean)), ("low", elo(low)), ("high", elo(high))]:
            same(f"Elo of {one} and {other}, {what}", value, pair["elo"][what], 1e-4)
        same(f"superiority of {one} and {other}", superiority, pair["superiority"], 1e-6)

    rated, first_move = ratings(len(specs), different)
    for agent, (value, low, high) in zip(table["agents"], rated):
        width = high - low
        for what, number in [("value", value), ("low", low), ("high", high)]:
            tolerance = (1e-4 + 0.004 * width) if what != "value" else 1e-4
            if abs(number - agent["rating"][what]) > max(tolerance, 1e-4 * abs(number)):
                problems.append(f"rating of {agent['label']}, {what}: {number} here, {agent['rating'][what]} there")
    same("first move", first_move[0], table["first_move"]["value"], 1e-4)


main(*sys.argv[1:])
