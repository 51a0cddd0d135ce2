"""Agents of the catalogue, and searches with values of one's own."""

import os
import signal
import threading
import time
from typing import Any

import numpy
import papan
import pytest
from numpy.typing import NDArray


def test_an_agent_plays_every_game() -> None:
    agent = papan.agent("level:2")
    for name in ("othello", "congklak", "adjacency", "blokus:size=7", "othello:size=4"):
        state = papan.load_game(name).new_initial_state()
        thought = agent.think(state)
        assert thought.action in state.legal_actions()
        assert state.string_to_action(thought.move) == thought.action
        assert agent(state) in state.legal_actions()


def test_the_same_seed_plays_the_same() -> None:
    state = papan.load_game("othello").state("f5 d6")
    chosen = [papan.agent("random", seed=seed).choose(state) for seed in (1, 1, 2, 3, 4, 5, 6)]
    assert chosen[0] == chosen[1] and len(set(chosen)) > 1
    agent = papan.agent("random")
    agent.begin(7)
    first = agent.choose(state)
    agent.begin(7)
    assert agent.choose(state) == first


def test_values_and_lines() -> None:
    state = papan.load_game("othello:size=4").new_initial_state()
    agent = papan.agent("negascout:depth=none,time=10s")
    thought = agent.think(state)
    # 4x4 Othello is a win by 8 for the second player.
    assert thought.exact and thought.value == -8 and thought.unit == "points"
    values = agent.values(state)
    assert sorted(values) == state.legal_actions() and max(values.values()) == -8
    lines = agent.lines(state, 2)
    assert len(lines) == 2 and lines[0].value == -8 and lines[0].line[0] == lines[0].move
    assert papan.agent("greedy").think(state, depth=1).nodes > 0


def test_mistakes_are_named() -> None:
    with pytest.raises(papan.UnknownNameError, match="did you mean 'mcts'"):
        papan.agent("mcst")
    with pytest.raises(papan.UnknownNameError):
        papan.agent("explorer", game="othello")
    explorer = papan.agent("explorer:nodes=10")
    assert explorer.choose(papan.load_game("blokus-duo").new_initial_state()) >= 0
    with pytest.raises(papan.UnknownNameError):
        explorer.choose(papan.load_game("othello").new_initial_state())
    over = papan.load_game("othello:size=4").new_initial_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    with pytest.raises(papan.PapanError, match="over"):
        papan.agent("level:1").choose(over)
    state = papan.load_game("othello").new_initial_state()
    for limits in ({"nodes": 0}, {"depth": 0}, {"time": -1.0}, {"time": float("nan")}):
        with pytest.raises(papan.PapanError):
            papan.agent("mcts").choose(state, **limits)


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to a thread")
def test_a_thought_lets_others_run_and_can_be_interrupted() -> None:
    state = papan.load_game("othello").new_initial_state()
    agent = papan.agent("mcts:time=600s")
    main = threading.main_thread().ident
    assert main is not None
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.01)
            if counted == 10:
                signal.pthread_kill(main, signal.SIGINT)

    counter = threading.Thread(target=count)
    counter.start()
    begin = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            agent.choose(state)
    finally:
        done.set()
        counter.join()
    assert counted >= 10, "nothing else ran meanwhile"
    assert time.monotonic() - begin < 300, "nobody heard the interrupt"


def test_a_state_can_be_played_while_it_is_thought_about() -> None:
    state = papan.load_game("othello").new_initial_state()
    done = threading.Event()
    played: list[Any] = []

    def play() -> None:
        try:
            while not done.is_set():
                played.append(state.play("f5").moves)
                state.undo()
        except RuntimeError as error:
            played[:] = [error]

    player = threading.Thread(target=play)
    player.start()
    try:
        papan.agent("mcts").choose(state, time=0.5)
        papan.agent("mcts").values(state, time=0.5)
        papan.agent("mcts").lines(state, time=0.5)
        state.solve(time=0.5)
    finally:
        done.set()
        player.join()
    assert len(played) > 1, played


def evaluate(observations: NDArray[Any]) -> NDArray[Any]:
    """More discs are better."""
    discs = observations.reshape(len(observations), 2, -1).astype(numpy.float32).sum(axis=2)
    difference: NDArray[Any] = (discs[:, 0] - discs[:, 1]) / 36
    return difference


def test_tree_search_over_several_games() -> None:
    game = papan.load_game("othello:size=6")
    states = [game.new_initial_state(), game.state(game.random_line(20, seed=1))]
    search = papan.TreeSearch(states, exploration=1.2)
    while min(search.simulations()) < 200:
        observations, masks = search.leaves(16)
        assert observations.shape[1:] == (2, 6, 6) and len(observations) == len(masks) <= 16
        if len(masks):
            assert len(search.leaf_positions()) == len(masks)
            search.backup(evaluate(observations), masks.astype(numpy.float32))
    visits = search.visits()
    assert visits.shape == (2, game.num_distinct_actions())
    for number, state in enumerate(states):
        assert set(numpy.flatnonzero(visits[number])) <= set(state.legal_actions())
        # The first simulation is the root itself.
        assert visits[number].sum() == search.simulations()[number] - 1
        assert search.best_actions()[number] == visits[number].argmax()
        assert abs(search.root_values()[number]) <= 1
        state.clone().play(*search.line(number))


def test_tree_search_leaves_no_game_out() -> None:
    """Batches smaller than the number of games go to one game after the other."""
    game = papan.load_game("adjacency:rounds=2")
    search = papan.TreeSearch([game.state(game.random_line(1, seed=seed)) for seed in range(7)])
    calls: list[int] = []

    def judge(observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
        calls.append(len(observations))
        return numpy.zeros(len(observations))

    search.run(judge, 40, batch=3)
    assert min(search.simulations()) >= 40 and max(search.simulations()) <= 42
    assert 0 < max(calls) <= 3
    solved = papan.TreeSearch([game.state(game.random_line(3, seed=1))])
    solved.run(judge, 20_000, batch=100_000)
    assert solved.simulations()[0] >= 20_000, "ends are counted and no batch goes on for ever"


def test_what_an_evaluation_does_wrong_is_raised_and_forgotten() -> None:
    search = papan.TreeSearch([papan.load_game("othello").new_initial_state()])
    priors = numpy.ones((1, 65))
    with pytest.raises(ZeroDivisionError):
        search.run(lambda observations, masks: 1 / 0, 10)
    for answer in (numpy.zeros(2), (numpy.zeros(1), priors[:, :64]), (numpy.zeros((1, 3)), priors)):
        with pytest.raises(papan.PapanError, match="shape"):
            search.run(lambda observations, masks, answer=answer: answer, 10)  # type: ignore[misc]
    with pytest.raises(papan.PapanError, match="finite"):
        search.run(lambda observations, masks: (numpy.full(1, numpy.inf), priors), 10)
    with pytest.raises((TypeError, ValueError)):
        search.run(lambda observations, masks: "nonsense", 10)
    for batch in (0, 10**9):
        with pytest.raises(papan.PapanError, match="batch"):
            search.run(lambda observations, masks: numpy.zeros(len(masks)), 10, batch=batch)
    assert search.simulations() == [0]
    search.run(lambda observations, masks: (numpy.zeros(len(masks)), masks[:, ::-1][:, ::-1]), 10)
    assert search.simulations()[0] >= 10


def test_tree_search_finds_a_win() -> None:
    """At the end of the game the search needs no evaluation to see who wins."""
    game = papan.load_game("othello:size=4")
    solver = papan.agent("negascout:depth=none,time=10s")
    for seed in range(5):
        state = game.state(game.random_line(7, seed=seed))
        if state.is_terminal():
            continue
        search = papan.TreeSearch([state])
        for _ in range(3000):
            observations, masks = search.leaves(1)
            search.backup(numpy.zeros(len(masks), numpy.float32), masks.astype(numpy.float32))
        best = solver.values(state)
        chosen = best[search.best_actions()[0]]
        assert (chosen > 0) == (max(best.values()) > 0)


def test_a_search_belongs_to_one_thread_at_a_time() -> None:
    """Others are refused meanwhile, by an exception and no panic."""
    game = papan.load_game("blokus-duo")
    search = papan.TreeSearch([game.new_initial_state()])
    refused: list[BaseException] = []
    done = threading.Event()

    def judge(observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
        if done.is_set():
            raise StopIteration
        return numpy.zeros(len(masks))

    def meddle() -> None:
        while not done.is_set():
            try:
                search.run(judge, 10**9, batch=64)
            except StopIteration:
                break
            except papan.PapanError as error:
                refused.append(error)
            except BaseException as error:
                refused.append(error)
                break

    meddlers = [threading.Thread(target=meddle) for _ in range(3)]
    for meddler in meddlers:
        meddler.start()
    try:
        while len(refused) < 30 and all(meddler.is_alive() for meddler in meddlers):
            time.sleep(0.01)
    finally:
        done.set()
        for meddler in meddlers:
            meddler.join()
    assert {type(error) for error in refused} == {papan.PapanError}, refused
    assert any("another thread" in str(error) for error in refused)
    # What was left behind can be taken up.
    assert search.simulations()[0] > 0


def test_tree_search_refuses_nonsense() -> None:
    game = papan.load_game("congklak")
    with pytest.raises(papan.PapanError):
        papan.TreeSearch([])
    with pytest.raises(papan.PapanError):
        papan.TreeSearch([game.new_initial_state(), papan.load_game("kalah").new_initial_state()])
    search = papan.TreeSearch([game.new_initial_state()], noise=0.3, seed=4)
    with pytest.raises(papan.PapanError, match="nothing was searched"):
        search.best_actions()
    search.leaves(4)
    with pytest.raises(papan.PapanError, match="wait"):
        search.leaves(4)
    for values, priors in (
        (numpy.zeros(2, numpy.float32), numpy.ones((1, 7), numpy.float32)),
        (numpy.zeros(1, numpy.float32), numpy.ones((1, 6), numpy.float32)),
        (numpy.full(1, numpy.nan, numpy.float32), numpy.ones((1, 7), numpy.float32)),
    ):
        with pytest.raises(papan.PapanError):
            search.backup(values, priors)
    search.backup(numpy.zeros(1, numpy.float32), numpy.ones((1, 7), numpy.float32))
    assert search.simulations() == [1]


def test_tree_search_with_three_players() -> None:
    game = papan.load_game("blokus:size=7,seats=3")
    search = papan.TreeSearch([game.new_initial_state()])
    for _ in range(20):
        observations, masks = search.leaves(4)
        values = numpy.zeros((len(masks), 3), numpy.float32)
        search.backup(values, masks.astype(numpy.float32))
    assert sum(search.simulations()) >= 20


def lead(states: list[papan.State]) -> list[float]:
    """The discs ahead, for the player to move."""
    found = []
    for state in states:
        own, other = state.scores()[:: 1 if state.current_player() == 0 else -1]
        found.append((own - other) / 64)
    return found


def test_alphabeta_is_minimax() -> None:
    game = papan.load_game("othello:size=6")

    def minimax(state: papan.State, depth: int) -> float:
        if state.is_terminal():
            return state.returns()[player]
        if depth == 0:
            value = lead([state])[0]
            return value if state.current_player() == player else -value
        values = [minimax(state.child(action), depth - 1) for action in state.legal_actions()]
        return max(values) if state.current_player() == player else min(values)

    for seed in range(6):
        state = game.state(game.random_line(4 * seed, seed=seed))
        if state.is_terminal():
            continue
        player = state.current_player()
        thought = papan.alphabeta(state, lead, depth=3)
        assert thought.value == pytest.approx(minimax(state, 3))
        assert minimax(state.child(thought.action), 2) == pytest.approx(thought.value)


def discs(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[Any, Any]:
    """The same of arrays, with priors as for a tree search."""
    assert len(observations) == len(masks)
    ahead = observations[:, 0].astype(int) - observations[:, 1]
    return ahead.sum(axis=(1, 2)) / 64, masks


def always(answer: Any) -> Any:
    return lambda observations, masks: answer


def test_alphabeta_takes_arrays() -> None:
    game = papan.load_game("othello:size=6")
    for seed in range(5):
        state = game.state(game.random_line(5 * seed, seed=seed))
        by_states = papan.alphabeta(state, lead, depth=3)
        by_arrays = papan.alphabeta(state, discs, depth=3, arrays=True)
        assert (by_arrays.line, by_arrays.value) == (by_states.line, by_states.value)
        assert by_arrays.nodes == by_states.nodes
        # The same function judges for both searches.
        search = papan.TreeSearch([state])
        search.run(discs, 20, batch=4)
    for wrong in (numpy.zeros(3), numpy.zeros((4, 1)), numpy.full(4, numpy.inf)):
        with pytest.raises(papan.PapanError):
            papan.alphabeta(game.state(), always(wrong), arrays=True)


def test_alphabeta_looks_deeper_as_long_as_it_may() -> None:
    game = papan.load_game("othello:size=6")
    state = game.state(game.random_line(8, seed=1))
    fixed = {depth: papan.alphabeta(state, lead, depth=depth) for depth in (1, 2, 3, 4)}
    assert [fixed[depth].depth for depth in fixed] == [1, 2, 3, 4]
    for nodes in (1, 50, 300, 2000):
        thought = papan.alphabeta(state, lead, nodes=nodes)
        assert thought.depth not in fixed or thought.value == fixed[thought.depth].value
        assert thought.depth == 1 or thought.nodes <= nodes + 20
    assert papan.alphabeta(state, lead, nodes=10**9, depth=3).depth == 3
    assert papan.alphabeta(state, lead, nodes=1).depth == 1
    # However short the time is there is an answer, and a long one is not waited for.
    assert papan.alphabeta(state, lead, time=0.0).depth == 1
    timed = papan.alphabeta(state, lead, time=0.5)
    assert timed.depth > 1 and not timed.exact
    # A game that is decided needs no more.
    end = game.state(game.random_line(26, seed=1))
    solved = papan.alphabeta(end, lead, time=600)
    assert solved.exact and solved.value in (-1, 0, 1)
    mistakes: list[dict[str, Any]] = [{"time": -1.0}, {"nodes": 0}, {"depth": 0}, {"depth": 65}]
    for wrong in mistakes:
        with pytest.raises(papan.PapanError):
            papan.alphabeta(state, lead, **wrong)


def test_what_alphabeta_calls_exact_is_the_value() -> None:
    """Evaluations had no part in it, or nothing could be better."""
    game = papan.load_game("othello:size=4")
    proven = 0
    for seed in range(12):
        state = game.state(game.random_line(5 + seed % 5, seed=seed))
        if state.is_terminal():
            continue
        value = numpy.sign(state.solve().value or 0)
        for depth in range(1, 8):
            thought = papan.alphabeta(state, lead, depth=depth)
            proven += thought.exact
            assert not thought.exact or thought.value == value
    assert proven > 12


def test_alphabeta_passes_on_what_goes_wrong() -> None:
    state = papan.load_game("othello").new_initial_state()
    with pytest.raises(ZeroDivisionError):
        papan.alphabeta(state, lambda states: [1 / 0 for _ in states])
    with pytest.raises(papan.PapanError, match="values for"):
        papan.alphabeta(state, lambda states: [0.0])
    with pytest.raises(papan.PapanError):
        papan.alphabeta(state, lambda states: [float("nan") for _ in states])
    with pytest.raises(papan.PapanError, match="two players"):
        papan.alphabeta(papan.load_game("blokus-classic").new_initial_state(), lead)


def test_playouts() -> None:
    state = papan.load_game("othello").new_initial_state()
    tally = papan.playouts(state, 2000, seed=3)
    assert tally["games"] == 2000 and tally == papan.playouts(state, 2000, seed=3)
    assert sum(tally["wins"]) + tally["draws"] == 2000
