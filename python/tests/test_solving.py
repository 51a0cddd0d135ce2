"""Exact values, beside those of a search that shares nothing with our solvers."""

import json
import subprocess
import sys

import papan
import pytest


def points(state: papan.State, player: int) -> int:
    """The margin at the end of a game; in Othello the empty squares are the winner's."""
    scores = state.scores()
    own, other = scores[player], scores[1 - player]
    if state.game.family == "othello" and own != other:
        left = (state.num_distinct_actions() - 1) - own - other
        return own - other + (left if own > other else -left)
    return own - other


def margin(state: papan.State, known: dict[str, int]) -> int:
    """The final margin with perfect play for the player to move, by trying everything."""
    value = known.get(state.position)
    if value is None:
        player = state.current_player()
        values = []
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal():
                values.append(points(child, player))
            else:
                sign = 1 if child.current_player() == player else -1
                values.append(sign * margin(child, known))
        value = known[state.position] = max(values)
    return value


# With so many random moves before, little enough is left to try everything.
ENDINGS = {
    "othello:size=4": 3,
    "othello:size=6": 26,
    "congklak:holes=3,seeds=2": 0,
    "congklak:holes=4,seeds=2": 6,
    "kalah:holes=3,seeds=2": 0,
    "kalah:holes=4,seeds=2": 8,
    "adjacency:rounds=1": 1,
    "blokus:size=5": 7,
    "blokus:size=6": 12,
}


@pytest.mark.parametrize("name", ENDINGS)
def test_solutions_are_what_trying_everything_finds(name: str) -> None:
    game = papan.load_game(name)
    looked = set()
    for seed in range(8):
        state = game.state(game.random_line(ENDINGS[name], seed=seed))
        if state.is_terminal() or state.position in looked:
            continue
        looked.add(state.position)
        value = margin(state, {})
        solution = state.solve()
        assert solution.value == value == solution.least == solution.most
        assert solution.outcome == ("loss", "draw", "win")[(value > 0) - (value < 0) + 1]
        assert state.solve(wdl=True).outcome == solution.outcome
        # The line of best play leads to what was promised.
        end = state.clone().play(*solution.line)
        if end.is_terminal():
            assert points(end, state.current_player()) == value
    assert looked


def test_bounds_where_time_ends_first() -> None:
    """What is proven until then holds, and is more than nothing."""
    game = papan.load_game("othello")
    for seed in range(20):
        state = game.state(game.random_line(44, seed=seed))
        if state.is_terminal():
            continue
        seconds, bounds = 0.002, set()
        while not (solution := state.solve(time=seconds)).proven:
            seconds *= 1.3
            if (solution.least, solution.most) not in ((-64, 64), (None, None)):
                bounds.add((solution.least, solution.most, solution.outcome))
        value = solution.value
        assert value is not None
        for least, most, outcome in bounds:
            assert least is not None and most is not None and least <= value <= most
            assert outcome in (None, solution.outcome)
        if bounds:
            return
    pytest.fail("nothing was ever proven before the value")


def test_solutions() -> None:
    start = papan.load_game("othello:size=4").new_initial_state()
    solution = start.solve()
    assert solution.value == -10 and solution.proven and solution.line[0] == solution.best
    assert solution.least == solution.most == -10 and solution.outcome == "loss"
    start.clone().play(*solution.line)
    # The value of the best move is that of the position, seen from the other side.
    child = start.clone().play(solution.line[0])
    sign = 1 if child.current_player() == start.current_player() else -1
    assert child.solve(threads=2).value == sign * -10
    told = subprocess.run(
        [sys.executable, "-m", "papan", "solve", "othello:size=4", "--json"],
        capture_output=True,
        check=True,
    )
    answer = json.loads(told.stdout)
    assert (answer["value"], answer["line"]) == (solution.value, solution.line)
    won = start.solve(wdl=True)
    assert won.outcome == "loss" and won.value is None and not won.proven


def test_what_is_not_solved() -> None:
    with pytest.raises(papan.UnsolvedError, match="three or four players"):
        papan.load_game("blokus-classic").new_initial_state().solve()
    with pytest.raises(papan.UnsolvedError, match="empty squares"):
        papan.load_game("othello").new_initial_state().solve()
    unsolved = papan.load_game("othello").new_initial_state().solve(time=0.5)
    assert not unsolved.proven and unsolved.least == -64 and unsolved.most == 64
    assert unsolved.best in papan.load_game("othello").new_initial_state().legal_moves()
    over = papan.load_game("othello:size=4").new_initial_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    with pytest.raises(papan.IllegalActionError, match="over"):
        over.solve()
    for time_ in (0.0, -1.0, float("nan")):
        with pytest.raises(papan.PapanError):
            over.game.new_initial_state().solve(time=time_)
