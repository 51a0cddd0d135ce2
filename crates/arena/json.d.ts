// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Arena {
  /** How one agent did. */
  type AgentStanding = {
  /** What it is called. */
  label: string,
  /** The agent with its parameters. */
  spec: string,
  /** Its place in the table; 1 is the best. */
  place: number,
  /** Its rating in Elo; the mean of all is 0. */
  rating: Estimate | null,
  /** How likely it is stronger than the next in the table. */
  superiority: number | null,
  /** The interval at 95% of its share of first places. */
  interval: [number, number],
  /** Its rating after some numbers of games, where someone asked for that. */
  history: Array<Milestone>,
  /** How many games were played. */
  games: number,
  /** In how many it came first alone. */
  wins: number,
  /** In how many it shared the first place. */
  draws: number,
  /** In how many another came before it. */
  losses: number,
  /** The share of first places; one that is shared counts in parts. */
  share: number,
  /** The mean rank, where tied seats share the mean of theirs. */
  mean_rank: number,
  /** The mean final score of the games that were played to their end by the rules. */
  mean_score: number | null,
  /** How many games were played to their end by the rules. */
  scored_games: number,
  /** How many games it forfeited. */
  forfeits: number,
  /** The mean time for a move in seconds; none when it chose no move. */
  mean_seconds: number | null,
  /** The mean time for all moves of a game in seconds. */
  mean_game_seconds: number,
  /** The mean number of nodes searched in a game. */
  mean_nodes: number,
  /** The mean processor time of a move in seconds; none when it is not known. */
  mean_cpu_seconds: number | null,
  /** The mean processor time of all moves of a game in seconds; none when it is not known. */
  mean_game_cpu_seconds: number | null, };
  /** What a test says about the differences between some sources of results. */
  type Agreement = {
  /** Pearson's sum of (seen - expected)² / expected over all tables. */
  chi_squared: number,
  /** Its degrees of freedom. */
  degrees: number,
  /** How often sources that are all alike differ as much or more. */
  p_value: number,
  /**
   * Whether the p-value was found by dealing the results out anew, because some expected
   * counts are too small for the distribution of chi-squared.
   */
  simulated: boolean, };
  /** How many games ended in one way. */
  type EndingCount = {
  /** In which way: [`Ending::kind`](crate::Ending::kind). */
  ending: string,
  /** How many did. */
  games: number, };
  /** A number that was estimated, with its interval at 95%: `low <= value <= high`. */
  type Estimate = {
  /** The most likely value. */
  value: number,
  /** The lower end of the interval. */
  low: number,
  /** The upper end of the interval. */
  high: number, };
  /** How many games an agent forfeited for one reason. */
  type ForfeitCount = {
  /** The agent, counted from 0. */
  agent: number,
  /** Why. */
  fault: string,
  /** How many. */
  games: number, };
  /** A game in a line of a list. */
  type GameLine = {
  /** The id of the game. */
  id: string,
  /** The tournament or match that it belongs to. */
  event: string,
  /** The game that was played. */
  game: string,
  /** Its round, counted from 0. */
  round: number,
  /** The number of the seating within the round, counted from 0. */
  seating: number,
  /** The agents by seat. */
  agents: Array<string>,
  /** The scores by seat. */
  scores: Array<number>,
  /** The ranks by seat; 1 is the best. */
  ranks: Array<number>,
  /** In which way it ended: [`Ending::kind`](crate::Ending::kind). */
  ending: string,
  /** How many moves it has. */
  plies: number,
  /** How long all agents thought together. */
  seconds: number,
  /** When it was added. */
  finished_at: string, };
  /** A rating on the way. */
  type Milestone = {
  /** After how many games of the tournament. */
  games: number,
  /** The rating then. */
  rating: Estimate, };
  /** How the seats did in the games that began with an opening. */
  type OpeningStanding = {
  /** The position that the games began from, where it is not the usual one, and the moves. */
  opening: string,
  /** How many games began with it. */
  games: number,
  /** How many of them are different. */
  different: number,
  /** The share of first places of each seat. */
  shares: Array<number>, };
  /** How one agent did against another. */
  type PairStanding = {
  /** Their numbers, counted from 0. */
  agents: [number, number],
  /** How often they met. */
  games: number,
  /** The share of the first, where level counts as half. */
  share: number,
  /** The difference in Elo. This and what follows is known for games of two seats. */
  elo: Estimate | null,
  /** The difference in normalised Elo. */
  normalised_elo: Estimate | null,
  /** How likely the first is stronger. */
  superiority: number | null,
  /** Games won, those in pairs among them. */
  wins: number,
  /** Games drawn. */
  draws: number,
  /** Games lost. */
  losses: number,
  /** Pairs of games by the points they brought: 0, 1/2, 1, 3/2, 2. */
  pairs: [number, number, number, number, number],
  /**
   * As how many independent pairs (or games, where these are no pairs) they count, when that
   * is fewer than there are: games may repeat each other, and openings come several times.
   */
  independent?: number, };
  /** How those did who had a seat. */
  type SeatStanding = {
  /** The seat, counted from 0. */
  seat: number,
  /** What the game calls it, such as "black". */
  name: string,
  /** The interval at 95% of its share of first places. */
  interval: [number, number],
  /** The deviation of one score, and the interval at 95% of the mean score. */
  score_deviation: number | null,
  /** See [`score_deviation`](SeatStanding::score_deviation). */
  score_interval: [number, number] | null,
  /** The same of the rank. */
  rank_deviation: number,
  /** See [`rank_deviation`](SeatStanding::rank_deviation). */
  rank_interval: [number, number],
  /** What it is worth in Elo, in games of more than two seats. */
  rating: Estimate | null,
  /** How many games were played. */
  games: number,
  /** In how many it came first alone. */
  wins: number,
  /** In how many it shared the first place. */
  draws: number,
  /** In how many another came before it. */
  losses: number,
  /** The share of first places; one that is shared counts in parts. */
  share: number,
  /** The mean rank, where tied seats share the mean of theirs. */
  mean_rank: number,
  /** The mean final score of the games that were played to their end by the rules. */
  mean_score: number | null,
  /** How many games were played to their end by the rules. */
  scored_games: number,
  /** How many games it forfeited. */
  forfeits: number,
  /** The mean time for a move in seconds; none when it chose no move. */
  mean_seconds: number | null,
  /** The mean time for all moves of a game in seconds. */
  mean_game_seconds: number,
  /** The mean number of nodes searched in a game. */
  mean_nodes: number,
  /** The mean processor time of a move in seconds; none when it is not known. */
  mean_cpu_seconds: number | null,
  /** The mean processor time of all moves of a game in seconds; none when it is not known. */
  mean_game_cpu_seconds: number | null, };
  /** How an agent did in one seat. */
  type SeatTally = {
  /** The agent, counted from 0. */
  agent: number,
  /** The seat, counted from 0. */
  seat: number,
  /** How many games were played. */
  games: number,
  /** In how many it came first alone. */
  wins: number,
  /** In how many it shared the first place. */
  draws: number,
  /** In how many another came before it. */
  losses: number,
  /** The share of first places; one that is shared counts in parts. */
  share: number,
  /** The mean rank, where tied seats share the mean of theirs. */
  mean_rank: number,
  /** The mean final score of the games that were played to their end by the rules. */
  mean_score: number | null,
  /** How many games were played to their end by the rules. */
  scored_games: number,
  /** How many games it forfeited. */
  forfeits: number,
  /** The mean time for a move in seconds; none when it chose no move. */
  mean_seconds: number | null,
  /** The mean time for all moves of a game in seconds. */
  mean_game_seconds: number,
  /** The mean number of nodes searched in a game. */
  mean_nodes: number,
  /** The mean processor time of a move in seconds; none when it is not known. */
  mean_cpu_seconds: number | null,
  /** The mean processor time of all moves of a game in seconds; none when it is not known. */
  mean_game_cpu_seconds: number | null, };
  /**
   * A sequential test as it stands. It looks at the rounds in their order, whichever was
   * finished first, so that the number of threads does not change its answer. A round whose
   * games were all played before, move for move, shows nothing new and is passed over; after
   * [`STALE`] such rounds in a row the test ends without an answer.
   */
  type SequentialTest = {
  /**
   * After how many games it had its answer. Games that were under way then are played to
   * the end and kept, but not looked at.
   */
  decided_after: number | null,
  /** The logarithm of the likelihood ratio after each number of games. */
  history: Array<[number, number]>,
  /** How many rounds were passed over because their games had been played before. */
  repeated: number, elo0: number, elo1: number, alpha: number, beta: number, model: SprtModel,
  /** Games won, those in pairs among them. */
  wins: number,
  /** Games drawn. */
  draws: number,
  /** Games lost. */
  losses: number,
  /** Pairs of games by the points they brought: 0, 1/2, 1, 3/2, 2. */
  pairs: [number, number, number, number, number],
  /**
   * As how many independent pairs (or games, where these are no pairs) they count, when that
   * is fewer than there are: games may repeat each other, and openings come several times.
   */
  independent?: number,
  /** What it has decided. */
  status: SprtStatus,
  /** The logarithm of the likelihood ratio. */
  llr: number,
  /** The test accepts `elo0` when the ratio is here or lower. */
  lower: number,
  /** The test accepts `elo1` when the ratio is here or higher. */
  upper: number, };
  /** What the Elo of the hypotheses mean. */
  type SprtModel = "logistic" | "normalised";
  /** What a test has decided so far. */
  type SprtStatus = "running" | "accept-h0" | "accept-h1";
  /**
   * The table of a tournament in one game: all that can be counted and estimated from its
   * results. `match`, `tournament`, `report`, their JSON and CSV and the page all show this one.
   */
  type StandingsTable = {
  /** The game. */
  game: string,
  /** How many games were played. */
  games: number,
  /**
   * How many of them are different: agents without chance repeat themselves, and what was
   * played before shows nothing new. All ratings and intervals follow from these.
   */
  different: number,
  /** From how many different openings. Games of one opening are taken to vary together. */
  openings: number,
  /**
   * Who played, in the order of the tournament; [`StandingsTable::ladder`] has the best
   * first. Everything else names an agent by its place in this list, from 0.
   */
  agents: Array<AgentStanding>,
  /** How those did who had each seat. */
  seats: Array<SeatStanding>,
  /** How each agent did in each seat. */
  by_seat: Array<SeatTally>,
  /**
   * How the seats did after each opening: those that were played most, at most
   * [`OpeningStanding::MOST`] of them.
   */
  by_opening: Array<OpeningStanding>,
  /** How every two agents who met did against each other. */
  pairs: Array<PairStanding>,
  /** In which way games ended, the most frequent first. */
  endings: Array<EndingCount>,
  /** Who forfeited why, the most frequent first. */
  forfeits: Array<ForfeitCount>,
  /** What came of the games of each worker; empty where one alone played all of them. */
  workers: Array<WorkerStanding>,
  /** Whether the workers agree, where several played the same meetings. */
  agreement: Agreement | null,
  /** What moving first is worth in Elo, in games of two seats. */
  first_move: Estimate | null,
  /**
   * In how many groups the agents have only met each other: ratings compare only within
   * a group.
   */
  groups: number, };
  /** What came of the games that one worker played. */
  type WorkerStanding = {
  /** Its name; `None`: this machine. */
  worker: string | null,
  /** How many games it played. */
  games: number,
  /**
   * The share of first places of each agent in these games; `None` for one that did not
   * play here.
   */
  shares: Array<number | null>,
  /** How long its agents thought about a move. */
  mean_seconds: number | null,
  /** In how many games the clock had a say. */
  timed: number,
  /** How many games another worker played again with the same moves. */
  confirmed: number, };
}
