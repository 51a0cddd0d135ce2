"""Numbers of actions and planes never change: what was learned from them is kept in files.

A digest that differs here is a promise broken, and no test to be written anew.
"""

import hashlib

import papan
import pytest

# Of the texts of all actions in their order; of observations and masks along a game; of the
# images.
KNOWN: dict[str, tuple[str, str, str]] = {
    "othello": ("87974fd7737a4f96", "fa3f0c7118fb262d", "61bd593c5d3551a9"),
    "blokus": ("62885ed7d0a7d569", "3d9a39046dc8ee64", "a596aec4958ac506"),
    "blokus-duo": ("62885ed7d0a7d569", "3d9a39046dc8ee64", "a596aec4958ac506"),
    "blokus-paper-duo": ("62885ed7d0a7d569", "f13447db382afb2b", "a596aec4958ac506"),
    "blokus-classic": ("0a76b701ac63ac61", "3ed590dcd2a914d8", "b1f90a8ad6c927a4"),
    "blokus-classic-2": ("0a76b701ac63ac61", "4a504035abf4e295", "b1f90a8ad6c927a4"),
    "blokus-classic-3": ("0a76b701ac63ac61", "cb876ebf61ecfe92", "b1f90a8ad6c927a4"),
    "congklak": ("1a8b09aaf953677b", "bc3277e43944e079", "456d5ea5513ebceb"),
    "congklak-paper": ("1a8b09aaf953677b", "cdca98070c1c0088", "456d5ea5513ebceb"),
    "kalah": ("5eff87834e818c67", "fc209df977ed1eac", "de7d01d0b1c04522"),
    "adjacency": ("8089a605f0aab34e", "023a31feb50d0d3a", "6026d4628d19e371"),
    "othello:size=6": ("127986240b8ad72f", "1fe812fc3ae45625", "d30cdddf44787f27"),
    "othello:size=4": ("50ab74bd3187fd08", "da36ea65c2574fc6", "b65eeff7191ffec2"),
    "blokus:size=7": ("f5bf0186fa9c6140", "743ef194da2998cb", "4dd390c81628f125"),
    "blokus:size=9,seats=3": ("7f9877ea1b01bd7b", "2f17f8df32cb48ae", "6ba5d17e67c48116"),
    "congklak:holes=5,seeds=3": ("fb22b13235096479", "2163eaa51e5feb3d", "a614e0a986757e47"),
}


def digest(parts: list[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "little") + part)
    return found.hexdigest()[:16]


def digests(name: str) -> tuple[str, str, str]:
    game = papan.load_game(name)
    state = game.new_initial_state()
    actions = [state.action_to_string(action) for action in range(game.num_distinct_actions())]
    seen = []
    for ply in range(40):
        if state.is_terminal():
            break
        for player in range(game.num_players()):
            seen.append(state.observation(player).tobytes())
        seen.append(state.mask().tobytes())
        legal = state.legal_actions()
        state.apply_action(legal[ply * 7 % len(legal)])
    images = [array.astype("<u4").tobytes() for image in game.symmetries() for array in image]
    return digest([text.encode() for text in actions]), digest(seen), digest(images)


@pytest.mark.parametrize("name", KNOWN)
def test_numbers_and_planes_are_those_of_always(name: str) -> None:
    assert digests(name) == KNOWN[name]


def test_every_game_is_known() -> None:
    assert set(papan.games()) <= set(KNOWN)


def test_some_numbers_by_hand() -> None:
    """As docs/python.md says."""
    othello = papan.load_game("othello").new_initial_state()
    assert [othello.string_to_action(text) for text in ("d3", "c4", "f5")] == [19, 26, 37]
    assert othello.action_to_string(64) == "pass"
    small = papan.load_game("othello:size=6")
    assert small.num_distinct_actions() == 37 and small.new_initial_state().mask()[8] == 1
    assert papan.load_game("adjacency").new_initial_state().action_to_string(10) == "c2"
    for name in ("congklak", "kalah"):
        start = papan.load_game(name).new_initial_state()
        assert [start.action_to_string(action) for action in range(3)] == ["1", "2", "3"]
    for name, count in (("blokus-duo", 13_729), ("blokus-classic", 30_433)):
        game = papan.load_game(name)
        assert game.num_distinct_actions() == count
        start = game.new_initial_state()
        texts = [start.action_to_string(action) for action in range(count)]
        # Rows are counted from the bottom, and the first square is the top left one.
        size = game.get_parameters()["size"]
        assert len(set(texts)) == count and texts[:2] == [f"a{size}", f"b{size}"]
