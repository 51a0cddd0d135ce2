// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Papers {
  /** What a chart of an experiment shows. */
  type ChartSubject = "wins" | "share" | "points" | "nodes" | "nodes-logarithmic";
  /** How a published value is compared with ours. */
  type Compare = "exact" | "distribution" | "claim" | "measure" | "needs-people";
  /** A chart of an experiment. */
  type ExperimentChart = {
  /** What it shows. */
  of: ChartSubject,
  /** How many games it shows, where it counts games. */
  games: number,
  /** The chart itself, in English. */
  chart: Report.Chart, };
  /** What a comparison shows. */
  type Verdict = "match" | "differs" | "undecided";
}
