"""Abstract board games: rules, rated opponents, exact values and an arena.

>>> import papan
>>> state = papan.load_game("othello").new_initial_state()
>>> state.play("f5").current_player()
1
>>> papan.agent("level:5").choose(state) in state.legal_actions()
True

``docs/python.md`` in the project is an introduction.
"""

from papan import papers
from papan._papan import (
    Agent,
    AgentError,
    Batch,
    Estimate,
    Game,
    IllegalActionError,
    Line,
    PapanError,
    PositionTextError,
    Solution,
    State,
    Thought,
    TreeSearch,
    UnknownNameError,
    UnsolvedError,
    agent,
    alphabeta,
    elo,
    games,
    load_game,
    playouts,
    share,
    sprt,
    superiority,
    version,
)
from papan._program import ProgramError
from papan.arena import Ledger, MatchResult, TournamentResult, match, tournament
from papan.catalogue import agents, levels
from papan.pictures import open_page, show_game, trace
from papan.players import serve_engine
from papan.statistics import bradley_terry, plackett_luce
from papan.tables import Table

__version__ = version().split("+")[0]

__all__ = [
    "Agent",
    "AgentError",
    "Batch",
    "Estimate",
    "Game",
    "IllegalActionError",
    "Ledger",
    "Line",
    "MatchResult",
    "PapanError",
    "PositionTextError",
    "ProgramError",
    "Solution",
    "State",
    "Table",
    "Thought",
    "TournamentResult",
    "TreeSearch",
    "UnknownNameError",
    "UnsolvedError",
    "agent",
    "agents",
    "alphabeta",
    "bradley_terry",
    "elo",
    "games",
    "levels",
    "load_game",
    "match",
    "open_page",
    "papers",
    "plackett_luce",
    "playouts",
    "serve_engine",
    "share",
    "show_game",
    "sprt",
    "superiority",
    "tournament",
    "trace",
    "version",
]
