// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Web {
  /** A game of the ledger as a record. */
  type LedgerGame = { family: string, format: string, start: string | null, moves: Array<string>, tags: { [key in string]: string },
  /** What the agent of each seat is called. */
  seats: Array<string>, };
  /** Why a worker is not believed any more. */
  type PutAside = { worker: string, reason: string, };
  /** All of a game's report but the games, with the names that `papan report --format json` has. */
  type StandingsShown = { sprt: Arena.SequentialTest | null,
  /** Whether the results depend on which worker played, more than chance makes likely. */
  doubtful: boolean,
  /** How the ratings came about, as charts. */
  rating_history: Extract<Report.Chart, { kind: "lines" }>[],
  /** The rating of each agent as a drawing for a cell of a table. */
  rating_marks: Array<string | null>, };
  /** A tournament or match without its games. */
  type TournamentBrief = { event: string,
  /** How many games were played. */
  count: number,
  /** Which games are played. */
  games: Array<string>,
  /** What the agents are called. */
  agents: Array<string>, begun_at: string,
  /** When its first game was added. */
  first_at: string | null,
  /** When its latest game was added. */
  last_at: string | null, };
  /** A game in a line, with the names of its seats and of those who had them. */
  type TournamentGame = { seats: Array<string>, players: Array<string>, };
  /** Some of the games of a tournament. */
  type TournamentGames = { games: (Arena.GameLine & TournamentGame)[], offset: number, count: number, };
  /** A tournament with all that it shows. */
  type TournamentShown = { facts: Report.Fact[],
  /** One for each kind of game that was played. */
  reports: (Arena.StandingsTable & StandingsShown)[], event: string,
  /** How many games were played. */
  count: number,
  /** Which games are played. */
  games: Array<string>,
  /** What the agents are called. */
  agents: Array<string>, begun_at: string,
  /** When its first game was added. */
  first_at: string | null,
  /** When its latest game was added. */
  last_at: string | null, };
  /** All tournaments of the ledger. */
  type Tournaments = { events: Array<TournamentBrief>, };
  /** A worker. */
  type Worker = { name: string, host: string, version: string, threads: number,
  /** Nodes a second. */
  speed: number, games: number, per_second: number,
  /** Whether it has games in hand. */
  busy: boolean,
  /** How long ago its last sign came, in seconds. */
  last_sign: number, faults: number, last_fault: string | null, put_aside: WorkerRefusal | null,
  /** Events whose games it does not take. */
  declined: Array<WorkerRefusal>, };
  /** An event at the servers. */
  type WorkerEvent = { event: string,
  /** Null when nobody coordinates it now. */
  progress: WorkerProgress | null, };
  /** What the coordinator of an event says. */
  type WorkerProgress = {
  /** The machine that coordinates it. */
  host: string, version: string, done: number, total: number, per_second: number,
  /** How long it will take when it goes on like this; null when nothing goes on. */
  seconds_left: number | null,
  /** Workers that are not believed any more, and why. */
  put_aside: Array<PutAside>, };
  /** Why a worker does not play for an event. */
  type WorkerRefusal = { event: string, reason: string, };
  /** What is heard at the servers that are watched. */
  type WorkerServers = {
  /** Where they are, without names and passwords. */
  address: string,
  /** Why nothing is heard there now; null while all is well. */
  problem: ApiError | null, events: Array<WorkerEvent>,
  /** Those in trouble first, then by name. */
  workers: Array<Worker>,
  /** How many workers there are, also those that have no place here. */
  count: number,
  /** How many threads all of them have. */
  threads: number,
  /** How many games they play in a second. */
  per_second: number, };
  /** Who works, seen from outside. */
  type WorkersSeen = {
  /** The servers that are watched; null where none are. */
  servers: WorkerServers | null,
  /** Those of the events that are in the ledger of this machine. */
  in_ledger: Array<string>, };
}
