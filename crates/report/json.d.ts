// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Report {
  /** One bar: what was measured, how sure it is, and what someone else has published. */
  type Bar = { label: string, value: number, interval: [number, number] | null, published: number | null, };
  /**
   * A chart of shares or means, one bar under the other.
   *
   * ```
   * use papan_report::chart::{Bar, Bars};
   *
   * let chart = Bars::new("Wins of the first player", "share of games")
   *     .reference(0.5)
   *     .bar(Bar::new("random - random", 0.536).interval(0.44, 0.63).published(0.61))
   *     .bar(Bar::new("greedy - random", 0.94).interval(0.89, 0.99).published(0.95));
   * let svg = chart.markup().to_string();
   * assert!(svg.contains("role=\"img\"") && svg.contains("aria-label=\"Wins of the first player"));
   * assert!(svg.contains("<title>random - random: 53.6%, interval 44% to 63%, published 61%</title>"));
   * ```
   */
  type Bars = { title: string, axis: string, bars: Array<Bar>, reference: number | null, percent: boolean, key: string, };
  /**
   * A chart as data.
   *
   * ```
   * use papan_report::chart::{Chart, Histogram, Style};
   *
   * let chart = Chart::Histogram(Histogram::new("Marks", "marks", [38, 40, 38]));
   * let json = serde_json::to_string(&chart).unwrap();
   * assert!(json.contains(r#""kind":"histogram""#) && json.contains(r#""counts":[[38,2],[40,1]]"#));
   * let read: Chart = serde_json::from_str(&json).unwrap();
   * let style = Style { width: 360.0, ..Style::default() };
   * assert!(read.draw(&style).to_string().contains("viewBox=\"0 0 360 "));
   * ```
   */
  type Chart = { "kind": "bars" } & Bars | { "kind": "histogram" } & Histogram | { "kind": "grouped" } & Grouped | { "kind": "lines" } & Lines;
  /** Something that there is to know, such as "seed" and "7". */
  type Fact = {
  /** What it is about. */
  name: string,
  /** What there is to know about it. */
  value: string, };
  /**
   * A chart that compares several series over several groups, such as the nodes of three
   * algorithms on five positions.
   *
   * ```
   * use papan_report::chart::{Grouped, Scale};
   *
   * let chart = Grouped::new("Nodes by algorithm", "nodes", ["minimax", "NegaScout"])
   *     .scale(Scale::Logarithmic)
   *     .group("P1", [Some(227.0), Some(165.0)])
   *     .group("P2", [Some(92.0), None]);
   * let svg = chart.markup().to_string();
   * assert!(svg.contains("<title>P1, NegaScout: 165</title>"));
   * assert!(!svg.contains("P2, NegaScout"));
   * ```
   */
  type Grouped = { title: string, axis: string, series: Array<string>, groups: Array<[string, Array<number | null>]>, scale: Scale, };
  /**
   * A chart of how often each whole number came up, such as final scores.
   *
   * ```
   * use papan_report::chart::Histogram;
   *
   * let chart = Histogram::new("Marks of X", "marks", [38, 40, 38, 41]).published(33.0);
   * let svg = chart.markup().to_string();
   * assert!(svg.contains("<title>38: 2 of 4</title>") && svg.contains("published 33"));
   * ```
   */
  type Histogram = { title: string, axis: string,
  /** Each value with how often it came up, in order. */
  counts: Array<[number, number]>, published: number | null, };
  /** One line of a chart. */
  type Line = { label: string, points: Array<Point>, };
  /**
   * A chart of lines, each named where it ends.
   *
   * ```
   * use papan_report::chart::{Line, Lines};
   *
   * let chart = Lines::new("Rating against games", "games", "Elo")
   *     .line(Line::new("level:5").sure(10.0, 80.0, 20.0, 140.0).sure(40.0, 95.0, 60.0, 130.0))
   *     .reference(0.0, "mean");
   * let svg = chart.markup().to_string();
   * assert!(svg.contains("level:5 ends at 95") && svg.contains(">mean</text>"));
   * ```
   */
  type Lines = { title: string, x: string, y: string, lines: Array<Line>, references: Array<[number, string]>, scale: Scale, };
  type Point = { x: number, y: number, band: [number, number], };
  /** How values are spread along an axis. */
  type Scale = "linear" | "logarithmic";
}
