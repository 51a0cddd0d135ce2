"""Matches and tournaments, with agents of the program and of Python."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy
import papan
import pytest
from papan import _program
from papan.players import AgentServer


def first_move(state: papan.State) -> int:
    return state.legal_actions()[0]


def test_a_match_is_the_programs() -> None:
    result = papan.match("othello:size=6", ["level:1", "random"], games=20, seed=3)
    command = [sys.executable, "-m", "papan", "match", "othello:size=6", "level:1", "random"]
    command += ["--games", "20", "--seed", "3", "--rotate-seats", "--json"]
    data = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    for ours, theirs in zip(result.data["agents"], data["agents"], strict=True):
        assert ours["rating"] == theirs["rating"] and ours["share"] == theirs["share"]
    assert result.elo.value == data["pairs"][0]["elo"]["value"]
    assert len(result.games) == 20 and result.share > 0.5
    assert "level:1" in repr(result) and "<table>" in result._repr_html_()


def test_a_function_plays() -> None:
    asked = []

    def last_move(state: papan.State) -> str:
        asked.append(state.position)
        return state.legal_moves()[-1]

    result = papan.match("congklak", [first_move, last_move], games=4, threads=1)
    assert result.table["label"] == ["first_move", "last_move"]
    assert len(result.forfeits) == 0 and asked, "it is called in this process"
    again = papan.match("congklak", [first_move, last_move], games=4, threads=2)
    assert again.games["moves"] == result.games["moves"]


def test_an_object_plays_and_is_told_of_games() -> None:
    class Counting:
        name = "counting"

        def __init__(self) -> None:
            self.begun: list[int] = []

        def begin(self, seed: int) -> None:
            self.begun.append(seed)

        def choose(self, state: papan.State) -> int:
            return state.legal_actions()[0]

    agent = Counting()
    result = papan.match("othello:size=4", [agent, "random"], games=4, threads=1)
    assert len(agent.begun) == 4 and result.table["label"][0] == "counting"


class Rememberer:
    """Knows which game it plays: one that is asked about two games in turn cannot be right."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def begin(self, seed: int) -> None:
        self.seen = []

    def choose(self, state: papan.State) -> int:
        if self.seen != state.moves[: len(self.seen)]:
            raise RuntimeError("another game")
        # Long enough for another game to come between.
        time.sleep(0.005)
        action = state.legal_actions()[0]
        self.seen = [*state.moves, state.action_to_string(action)]
        return action


def test_games_of_an_object_are_not_mixed() -> None:
    one = papan.match("othello:size=4", [Rememberer(), "random"], games=8)
    assert one.table["label"][0] == "Rememberer" and one.table["forfeits"] == [0, 0]
    # Of a class there is an object for each game at a time.
    many = papan.match("othello:size=4", [Rememberer, "random"], games=8, threads=4)
    assert many.table["forfeits"] == [0, 0] and many.games["moves"] == one.games["moves"]


def test_an_agent_of_the_program_plays_by_its_name() -> None:
    result = papan.match("othello:size=4", [papan.agent("greedy"), "random"], games=2)
    assert result.table["label"] == ["greedy", "random"]
    assert result.games["moves"] == papan.match(
        "othello:size=4", ["greedy", "random"], games=2
    ).games["moves"]


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        (lambda state: 1 / 0, "division"),
        (lambda state: "nonsense", "nonsense"),
        (lambda state: None, "no action"),
        (lambda state: 19.5, "no action"),
        (lambda state: [19], "no action"),
        (lambda state: 10**30, "too large"),
        (lambda state: 0, "a1"),
        (lambda state: sys.exit(3), "SystemExit"),
    ],
)
def test_what_an_agent_does_wrong_is_a_forfeit(agent: object, reason: str) -> None:
    result = papan.match("othello", [agent, "random"], games=2, names=["bad", "random"], threads=1)
    assert len(result.forfeits) == 2 and result.table["forfeits"] == [2, 0]
    told = " ".join(str(row["reason"]) for row in result.forfeits)
    assert reason in told, told


def test_an_agent_that_never_answers_forfeits() -> None:
    def never(state: papan.State) -> int:
        while True:
            pass

    begin = time.monotonic()
    result = papan.match("othello", [never, "random"], games=2, time=0.2, threads=1)
    assert result.table["forfeits"][0] == 2
    assert {row["fault"] for row in result.forfeits} == {"time"}
    assert time.monotonic() - begin < 120


def test_an_agent_that_never_answers_forfeits_without_a_limit_too() -> None:
    """Then the program waits for a minute; here for a second."""
    asked = threading.Event()
    over = threading.Event()

    def never(state: papan.State) -> int:
        asked.set()
        over.wait()
        return state.legal_actions()[0]

    with AgentServer({"never": never}) as server:
        command = ["match", "othello", server.spec("never", 1.0), "random", "--games", "1"]
        told = _program.ask(
            [*command, "--allow-forfeits"], environment=server.environment
        )
    over.set()
    assert asked.is_set() and told["agents"][0]["forfeits"] == 1
    assert ",move=" not in AgentServer({"other": never}).spec("other"), "a minute is the program's own"


def test_a_function_that_multiplies_matrices_has_a_process_of_its_own() -> None:
    """NumPy has threads of its own, which a forked process does not."""
    rng = numpy.random.default_rng(1)
    first, second = rng.normal(size=(128, 600)), rng.normal(size=(600, 65))
    # The library has begun its threads before the fork.
    assert (rng.normal(size=(600, 600)) @ rng.normal(size=(600, 600))).shape == (600, 600)

    def network(state: papan.State) -> int:
        hidden = numpy.tanh(state.observation().ravel().astype(float) @ first)
        answer = (numpy.tile(hidden, (100, 1)) @ second)[0]
        answer[state.mask() == 0] = -numpy.inf
        return int(answer.argmax())

    result = papan.match("othello", [network, "random"], games=2, time=20.0)
    assert len(result.forfeits) == 0, list(result.forfeits)
    again = papan.match("othello", [network, "random"], games=2)
    assert again.games["moves"] == result.games["moves"]


def test_errors_of_agents_and_of_the_program_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(papan.AgentError, match="there is no program 'nowhere'"):
        papan.agent("gtp:nowhere").choose(papan.load_game("othello").new_initial_state())
    silent = f"json:{sys.executable} -c pass"
    with pytest.raises(papan.AgentError, match="ended with exit code 0"):
        papan.agent(silent).think(papan.load_game("othello").new_initial_state())
    with pytest.raises(papan.ProgramError, match="no event") as refused:
        papan.match("othello:size=4", ["random", "random"], games=2, ledger=tmp_path / "games.db")
        papan.Ledger(tmp_path / "games.db").games(event="another")
    assert refused.value.code == 2 and isinstance(refused.value, papan.PapanError)


def test_mistakes_are_named() -> None:
    with pytest.raises(papan.PapanError, match="did you mean 'random'"):
        papan.match("othello", ["randon", "random"], games=2)
    with pytest.raises(papan.PapanError, match="otello"):
        papan.match("otello", ["random", "random"], games=2)
    with pytest.raises(papan.PapanError):
        papan.match("othello", ["random", "random"], games=2, names=["one"])
    wrong: list[dict[str, Any]] = [
        *({"time": seconds} for seconds in (0.0, -1.0, float("nan"))),
        *({"games": games} for games in (0, -1, 1 << 70)),
        {"nodes": 0},
        {"depth": 0},
        {"threads": 0},
        {"seed": -1},
    ]
    for arguments in wrong:
        with pytest.raises(papan.PapanError):
            papan.match("othello", ["random", "random"], **arguments)
    with pytest.raises(papan.PapanError, match="agents"):
        papan.match("othello", ["random"], games=2)
    with pytest.raises(papan.PapanError, match="42"):
        papan.match("othello", [42, "random"], games=2)


def test_a_sequential_test() -> None:
    result = papan.match("othello:size=6", ["level:3", "random"], sprt=(0, 50), games=400)
    assert result.sprt is not None and result.share > 0.8
    assert str(result.sprt["status"]).lower().replace("-", "").endswith("accepth1")


def test_a_tournament_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    described = {"name": "small", "game": "othello:size=4", "rounds": 2, "agents": ["random"]}
    result = papan.tournament(described, path, agents={"first": first_move}, threads=1)
    ledger = papan.Ledger(path)
    games = ledger.games(event="small")
    assert len(games) == len(result.games) == 4 and "first" in games["label_0"]
    assert sorted(result.table["label"]) == ["first", "random"] and len(result.pairs) == 1
    assert "4 of 4" in repr(result) and "<svg" in result._repr_html_()
    papan.tournament(described, path, agents={"first": first_move}, threads=1)
    assert ledger.games(event="small")["id"] == games["id"]
    assert ledger.events()["name"] == ["small"] and ledger.events()["count"] == [4]
    assert len(ledger.charts()) > 3 and "first" in ledger.report().html
    with pytest.raises(papan.PapanError, match="small"):
        ledger.charts("large")
    papan.match("othello:size=4", ["random", "greedy"], games=2, ledger=path, name="other")
    with pytest.raises(papan.PapanError, match="say which event"):
        ledger.report()


def test_a_ledger_knows_agents_of_python_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    result = papan.match("othello:size=4", [first_move, "random"], games=4, ledger=path)
    ledger = papan.Ledger(path)
    assert ledger.events()["agents"] == [["first_move", "random"]]
    assert ledger.games()["label_0"] == result.games["label_0"] == ["first_move", "random"] * 2
    assert len(ledger.games(agent="first_move")) == 4
    with pytest.raises(papan.PapanError, match="no agent 'greedy'"):
        ledger.games(agent="greedy")
    ratings = ledger.charts()[0]
    assert "first_move" in ratings.svg and "_bridge" not in ratings.svg
    named = papan.match("othello:size=4", ["greedy", "random"], games=2, names=["one", "two"])
    assert named.games["label_0"] == ["one", "two"]


def test_a_tournament_takes_agents_of_both_kinds(tmp_path: Path) -> None:
    described = {"name": "both", "game": "othello:size=4", "rounds": 1}
    agents = {"ours": papan.agent("greedy"), "text": "random", "mine": Rememberer}
    result = papan.tournament(described, tmp_path / "games.db", agents=agents)
    assert sorted(result.table["label"]) == ["mine", "ours", "text"] and len(result.games) == 6
    assert len(result.forfeits) == 0


def test_a_tournament_of_several_games(tmp_path: Path) -> None:
    described = {
        "name": "two games",
        "games": ["othello:size=4", "kalah"],
        "rounds": 1,
        "agents": ["random", "greedy", "level:1"],
    }
    result = papan.tournament(described, tmp_path / "games.db")
    assert set(result.table["game"]) == {"othello:size=4", "kalah"} and len(result.table) == 6
    assert len(result.pairs) == 6 and len(result.table.to_pandas()) == 6
    assert any(chart.title.startswith("kalah: ") for chart in result.charts())


def test_charts_of_a_match(tmp_path: Path) -> None:
    result = papan.match("othello:size=4", [first_move, "random"], games=20, openings="random:2")
    charts = result.charts()
    titles = [chart.title for chart in charts]
    assert {"Ratings", "Seat advantage", "Scores", "Game lengths"} <= set(titles)
    assert "first_move" in charts[0].svg and "_bridge" not in charts[0].svg
    assert charts[0]._repr_html_().startswith("<figure") and "<figcaption>" in charts[0]._repr_html_()
    assert charts[0].save(tmp_path / "ratings.svg").read_text().startswith("<svg")
    # The report has the very same charts.
    page = result.report(replays=2)
    assert all(chart.svg in page.html for chart in charts) and "first_move" in page.html
    shown = result._repr_html_()
    assert charts[0].svg in shown and "_bridge" not in shown


def test_what_there_is_to_play_with() -> None:
    table = papan.levels()
    assert len(table) == 9 * len(set(table["game"])) and set(table["level"]) == set(range(1, 10))
    assert len(papan.levels("othello:size=6").to_polars()) == 9
    with pytest.raises(papan.UnknownNameError):
        papan.levels("otello")
    names = papan.agents("blokus-duo")["name"]
    assert "explorer" in names and "explorer" not in papan.agents("othello")["name"]


def served(protocol: str, *commands: str) -> str:
    """What an engine with a function of Python answers, up to its first move."""
    code = (
        "import papan\n"
        "def last(state):\n"
        "    return state.legal_actions()[-1]\n"
        f"papan.serve_engine(last, 'othello', {protocol!r})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(f"{command}\n" for command in commands))
        process.stdin.flush()
        heard = ""
        for line in process.stdout:
            heard += line
            if line.startswith(("bestmove", "===", "= e6", "= E6")):
                break
        process.stdin.write("quit\n")
        process.stdin.close()
        assert process.wait() == 0
    return heard.lower()


def test_an_engine_for_other_programs() -> None:
    assert papan.load_game("othello").new_initial_state().legal_moves()[-1] == "e6"
    heard = served("gtp", "name", "genmove b")
    assert heard.startswith("= last") and "= e6" in heard
    assert "id name last" in (heard := served("ugi", "ugi", "position startpos", "go nodes 1"))
    assert "bestmove e6" in heard
    board = "8 " + "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27 + " *"
    heard = served("nboard", "nboard 2", f"set game (;GM[Othello]PC[x]TY[8]BO[{board}];)", "go")
    assert "set myname last" in heard and "=== e6" in heard


def test_what_cannot_be_served_is_named() -> None:
    with pytest.raises(papan.PapanError, match="'uci' is no protocol: gtp, ugi, nboard"):
        papan.serve_engine(first_move, "othello", "uci")
    with pytest.raises(papan.UnknownNameError, match="did you mean 'othello'"):
        papan.serve_engine(first_move, "otello")
    with pytest.raises(papan.UnknownNameError, match="did you mean 'random'"):
        papan.serve_engine("randon", "othello")


def test_papers() -> None:
    assert len(papan.papers.papers()) == 5
    table = papan.papers.run("congklak-negascout", games=10)
    assert {"published", "measured", "verdict"} <= set(table.columns) and len(table) > 0


def test_every_table_is_a_frame(tmp_path: Path) -> None:
    described = {
        "name": "mixed",
        "games": ["othello:size=4", "blokus:size=5,seats=3"],
        "rounds": 1,
        "agents": ["random", "greedy", "level:1"],
    }
    played = papan.tournament(described, tmp_path / "games.db")
    tables = [
        played.games,
        played.table,
        played.pairs,
        played.forfeits,
        papan.Ledger(tmp_path / "games.db").events(),
        papan.levels(),
        papan.agents(),
        papan.papers.papers(),
        papan.papers.run("congklak-negascout", games=4),
        papan.bradley_terry([("a", "b", 1), ("b", "a", 0.5)]),
    ]
    for table in tables:
        assert table.to_pandas().shape == table.to_polars().shape == (len(table), len(table.columns))
        arrow = table.to_arrow()
        assert (arrow.num_rows, arrow.column_names) == (len(table), table.columns)
        for name, text in zip(table.columns, table.to_polars().dtypes, strict=True):
            # A column of objects is one that nobody can compute with or write to a file.
            assert str(text) != "Object", name


def test_columns_of_several_kinds_are_texts() -> None:
    columns: dict[str, list[Any]] = {
        "numbers": [1, 2.5, None],
        "lists": [[1], [], None],
        "mixed": [{"a": 1}, "b", [1]],
        "truths": [True, None, 1],
    }
    table = papan.Table(columns)
    assert table.to_polars()["mixed"].to_list() == ['{"a": 1}', "b", "[1]"]
    assert table.to_arrow().to_pydict()["truths"] == ["true", None, "1"]
    assert table.to_arrow().to_pydict()["numbers"] == [1.0, 2.5, None]
    assert table.to_polars()["lists"].to_list() == [[1], [], None]
    assert table["mixed"] == columns["mixed"]


def test_tables() -> None:
    result = papan.match("othello:size=4", ["random", "random"], games=4)
    frame = result.games.to_pandas()
    assert len(frame) == 4 and frame["score_0"].dtype.kind == "i"
    assert result.table.to_polars().height == 2
    assert result.games.to_arrow().num_rows == 4
