// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Web {
  type Agent = { name: string, summary: string, parameters: Array<Parameter>,
  /** Whether it plays games of more than two seats. */
  many: boolean, };
  /** What the page asks, each under a number of its own. */
  type AnalysisMessage = { "type": "evaluate", seconds: number, values?: boolean,
  /** How many of the best moves with their lines, up to five. */
  lines?: number,
  /** The game with its parameters. */
  game: string,
  /** Where it begins, when not at the usual position. */
  start?: string | null,
  /** What was played. */
  moves?: Array<string>, } | { "type": "review", seconds: number,
  /** The first move that is judged, from 0. */
  from?: number,
  /** The game with its parameters. */
  game: string,
  /** Where it begins, when not at the usual position. */
  start?: string | null,
  /** What was played. */
  moves?: Array<string>, } | { "type": "preview", move: string,
  /** The game with its parameters. */
  game: string,
  /** Where it begins, when not at the usual position. */
  start?: string | null,
  /** What was played. */
  moves?: Array<string>, } | { "type": "stop" };
  /** What the page is told. */
  type AnalysisTold = { "type": "evaluation" } & Evaluation | { "type": "reviewed" } & Judged | { "type": "done" } | { "type": "preview" } & Previewed;
  /**
   * Something that was refused: nothing was changed. Over HTTP it is an answer with a status,
   * over a socket the same three fields in a message.
   */
  type ApiError = {
  /** A short stable word, which the page translates. */
  code: string,
  /** What the translation of the code speaks of. */
  parameters: Record<string, string | number>,
  /** The same in English, where it may say more. */
  text: string, };
  /** What lists show of a game. */
  type Brief = { id: string, seats: Array<Seated>, game: string, ply: number, updated: string, title: string, family: string, geometry: string, };
  type Card = { game: string, seats: number, summary: string, family: string, geometry: string, };
  /** What the start page needs: all families, without what is chosen later. */
  type Cards = { families: Array<Card>, };
  /** Everything that can be chosen on the page. */
  type Catalogue = { version: string, families: Array<Family>,
  /** The least and the most seconds for a move. */
  time: TimeRange, };
  /** A time control as page and file write it, in seconds. */
  type ControlSeconds = {
  /** For the whole game. */
  seconds: number,
  /** With every move. */
  increment: number, };
  /**
   * What is known of a position. Worths are those of the seat to move; in a finished game
   * there is none, and nothing to say.
   */
  type Evaluation = { seat: number | null, values: Array<ValuedMove> | null,
  /**
   * The best moves with their lines, the best first; empty where only one was asked for, and
   * until they are known.
   */
  lines: Array<ValuedLine>,
  /** What the opening book says of the position, the best move first; empty where it is in none. */
  book: Array<ValuedLine>, done: boolean,
  /** What the best move is worth to the seat to move. */
  worth: PositionValue | null,
  /** The best move, once there is one. */
  best: string | null,
  /** What is expected to be played. */
  line: Array<string>,
  /** How many plies ahead it has looked. */
  depth: number,
  /** How many positions it has looked at. */
  nodes: number,
  /** How long it has thought, the time in the queue not counted. */
  seconds: number, };
  /** An experiment, and what came out of it last. */
  type Experiment = { id: string, title: string, about: string, kind: string, game: string | null, games: number | null, seed: number,
  /** Whether it can be run without people. */
  runs: boolean, rows: Array<PaperRow>, outcome: ExperimentOutcome | null,
  /** The number of a run that is not over. */
  run: number | null, };
  /** What came out of an experiment. */
  type ExperimentOutcome = { at: string, seconds: number, rows: Array<PaperRow>, charts: Papers.ExperimentChart[], };
  /** A family with all that one chooses in it. */
  type Family = {
  /** Its variants; the first is the game itself. */
  presets: Array<Preset>, parameters: Array<Parameter>, formats: Core.FormatInfo[],
  /** What levels are worth in the games of the family that were measured, by game. */
  ratings: { [game: string]: Agents.Rating[] },
  /** Who plays. */
  agents: Array<Agent>, family: string, geometry: string, };
  /** A message of the page. */
  type GameMessage = { "type": "hello", secret?: string | null, } | { "type": "play", move: string, ply: number, } | { "type": "undo" } | { "type": "redo" } | { "type": "go", ply: number, } | { "type": "restart" } | { "type": "resign", seat: number, } | { "type": "player", seat: number, player: Player, } | { "type": "stop" } | { "type": "pause", on: boolean, } | { "type": "step" } | { "type": "pace", seconds: number, };
  /** What the page is told. */
  type GameTold = { "type": "thinking", seat: number, ply: number,
  /** What the best move is worth to the seat to move. */
  worth: PositionValue | null,
  /** The best move, once there is one. */
  best: string | null,
  /** What is expected to be played. */
  line: Array<string>,
  /** How many plies ahead it has looked. */
  depth: number,
  /** How many positions it has looked at. */
  nodes: number,
  /** How long it has thought, the time in the queue not counted. */
  seconds: number, };
  /** A list of games, and whether it has all of this server. */
  type Games = { games: (Brief & Shown)[], all: boolean, };
  type Imported = { records: Array<ImportedGame>,
  /** How many games the file has. */
  count: number,
  /** How many of them are meant by the search. */
  found: number, };
  /** A game that was read. */
  type ImportedGame = { game: string, family: string,
  /** How it was written; null for a bare position. */
  format: string | null, start: string | null, moves: Array<string>, tags: { [key in string]: string }, };
  /** A game played through, and its last position. */
  type Inspected = { view: Core.View, game: string,
  /** What the seats are called. */
  seats: Array<string>, frames: Array<ReplayFrame>,
  /** What the last move did. */
  effects: Core.Effects | null, family: string, geometry: string, };
  /** A move that was played, judged. Worths are those of the seat that played it. */
  type Judged = { ply: number, seat: number, move: string,
  /** What the position after the move is worth. */
  worth: PositionValue | null, best: string,
  /** What the position before the move was worth. */
  best_worth: PositionValue | null,
  /** How many plies ahead was looked before the move. */
  depth: number,
  /** The best move and what is expected after it. */
  line: Array<string>,
  /** What is expected after the move that was played, the punishing reply first. */
  reply: Array<string>,
  /** The chance that the move gave away. */
  loss: number,
  /** The points that it gave away; null where they are not counted. */
  points: number | null, grade: Agents.Grade,
  /** The facts that speak against the move, what matters most first. */
  reasons: Array<Core.Reason>, };
  type LastMove = { seat: number, move: string, effects: Core.Effects, };
  /** A game that was made, and the secret of its owner. */
  type Made = { id: string, secret: string, };
  /**
   * A paper: what it is, and how its verdicts stand. In the list it has the number of its
   * experiments, on its own page all of them.
   */
  type Paper<Experiments> = { paper: string, title: string,
  /** The language of its title. */
  language: string, authors: Array<string>, year: number | null, summary: string,
  /** The family of the game that it is about. */
  family: string | null, experiments: Experiments, rows: number, match: number, differs: number,
  /** The rows that people would have to play for. */
  people: number,
  /** The experiments that were run. */
  done: number, };
  /** Something that is compared; numbers are words as people read them. */
  type PaperRow = { name: string, compare: Papers.Compare,
  /** Where in the paper it stands; null for a claim of our own. */
  source: string | null, published: string, expected: Papers.Verdict | null, note: string,
  /** What was measured; left out, as what follows, before it is. */
  measured?: string, interval?: string,
  /** What the published value, or ours where it is a claim, would have to be for a match. */
  match_if?: string,
  /** How likely what was published is, if our reading is the paper's. */
  likelihood?: string,
  /** How many games it rests on, and how many of them are different. */
  games?: string, verdict: Papers.Verdict | null, as_expected?: boolean, };
  type Papers = { papers: Array<Paper<number>>, };
  /** A parameter with what one needs to make a control for it. */
  type Parameter = { name: string,
  /** What is allowed, in words. */
  allowed: string, default: string, summary: string, } & ({ "kind": "integer", low: number, high: number, } | { "kind": "decimal", low: number, high: number, } | { "kind": "time", low: number, high: number, } | { "kind": "limit" } | { "kind": "choice", choices: Array<string>, } | { "kind": "text", choices: Array<string>, form: string, });
  /** Whoever is to choose the moves of a seat. */
  type Player = { "kind": "person" } | { "kind": "agent",
  /** As one writes it on the command line. */
  agent: string,
  /** The most seconds for a move. */
  time?: number | null, };
  type PlyShown = { seat: number, move: string, phrases: Core.Phrase[], worth: PositionValue | null, seconds: number | null, scores: Array<number>, };
  /** What a position is worth to a seat. */
  type PositionValue = {
  /** The same as the share of games that the seat may hope to win, from 0 to 1. */
  chance: number,
  /** Whether it is proven. */
  exact?: boolean, } & ({ "points": number } | { "share": number });
  /** A variant. Its parameters are those of the family with defaults of its own. */
  type Preset = { name: string, summary: string, seats: number, seat_names: Array<string>,
  /** Where the seats sit at the board as drawn; empty where it makes no difference. */
  seat_places: Array<string>, defaults: { [key in string]: string }, };
  /** What a move would do, or why it is not allowed. */
  type Previewed = { move: string, effects: Core.Effects | null, error: ApiError | null, };
  type Reason = "finished" | "resigned" | "time";
  /** What stands on the board after a move; the first of a game has no move. */
  type ReplayFrame = { seat: number | null, move: string | null, phrases: Core.Phrase[], position: string, board: unknown, scores: Array<number>, turn: number | null, };
  /** How a game ended. */
  type Result = { ranks: Array<number>, scores: Array<number>, reason: Reason,
  /** Who resigned or had no time left. */
  seat: number | null, };
  /** A run that began or waits. */
  type RunStarted = { run: number,
  /** What stops it; null when another has started it before. */
  secret: string | null, };
  type RunState = "waiting" | "running" | "done" | "failed" | "stopped";
  /** How far a run is. */
  type RunTold = { run: number, paper: string, experiment: string, state: RunState, done: number, of: number, problem: string | null,
  /** What came out of it, once it is done. */
  outcome: ExperimentOutcome | null, };
  type SeatClock = { left: number, running: boolean, };
  type SeatState = { name: string, player: Player, clock: SeatClock | null, };
  type Seated = { name: string, player: Player, };
  /** What lists show of a game. */
  type Shown = { turn: number | null, result: Result | null, scores: Array<number>, };
  /** What any page is told over any socket. */
  type SocketTold = { "type": "error" } & ApiError | { "type": "pong" } | { "type": "bye" };
  type State = { game_id: string, version: number, title: string, game: string, seats: Array<SeatState>, ply: number, plies: number, view: Core.View, history: Array<PlyShown>, last: LastMove | null, thinking: Thinking | null, paused: boolean, pace: number, clock: ControlSeconds | null, start: string | null, moves: Array<string>, result: Result | null, created: string, updated: string, family: string, geometry: string, };
  /** That an agent thinks. */
  type Thinking = { seat: number, seconds: number, };
  /** The least and the most seconds of something. */
  type TimeRange = { least: number, most: number, };
  /** A move with its value, and the line that is expected after it. */
  type ValuedLine = {
  /** What is expected to be played, the move itself first. */
  line: Array<string>,
  /** How many plies ahead was looked. */
  depth: number,
  /** The move. */
  move: string,
  /** What it is worth to the seat that plays it. */
  worth: PositionValue, };
  /** A move with its value. */
  type ValuedMove = {
  /** The move. */
  move: string,
  /** What it is worth to the seat that plays it. */
  worth: PositionValue, };
  /** What a new game is made of. */
  type Wanted = { game: string, seats: Array<Player>, start?: string | null, moves?: Array<string>, clock?: ControlSeconds | null, title?: string | null, };
}
