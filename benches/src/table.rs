//! The table that is printed.

use crate::cases::Goal;
use crate::measure::Cost;

/// A table of text cells, the first row its header.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(header: Vec<String>) -> Self {
        Self { rows: vec![header] }
    }

    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table as text: aligned columns, or Markdown.
    pub fn to_text(&self, markdown: bool) -> String {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            text += &if markdown {
                format!("| {} |", cells.join(" | "))
            } else {
                cells.join("  ").trim_end().to_owned()
            };
            text.push('\n');
            if number == 0 {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                text += &if markdown { format!("| {} |", rules.join(" | ")) } else { rules.join("  ") };
                text.push('\n');
            }
        }
        text
    }
}

/// Nanoseconds of the fastest and the middle round, and the ratio of the middle one to that of C.
pub fn cost_cell(cost: Cost, floor: Option<Cost>) -> String {
    let nanoseconds = format!("{} / {}", number(cost.minimum), number(cost.median));
    match floor {
        Some(floor) => format!("{nanoseconds}  {:.2}x", cost.median / floor.median),
        None => nanoseconds,
    }
}

/// Instructions, and their ratio to those of C.
pub fn count_cell(count: f64, floor: Option<f64>) -> String {
    match floor {
        Some(floor) => format!("{}  {:.2}x", number(count), count / floor),
        None => number(count),
    }
}

/// The goal, and whether the cost reaches it. `floor` is what C costs, `peer` the faster of C++ and the `tvm-ffi` crate.
pub fn goal_cell(goal: Goal, cost: Option<Cost>, floor: Option<Cost>, peer: Option<Cost>) -> String {
    let (text, limit) = match goal {
        Goal::TimesC(times) => (format!("<= {times}x C"), floor.map(|floor| times * floor.median)),
        Goal::TimesFasterPeer(times) => {
            let ratio = cost.zip(peer).map(|(cost, peer)| format!(", is {:.2}x", cost.median / peer.median));
            let text = format!("<= {times}x the faster peer{}", ratio.unwrap_or_default());
            (text, peer.map(|peer| times * peer.median))
        }
        Goal::Nanoseconds(limit) => (format!("<= {limit} ns"), Some(limit)),
        Goal::None => return "-".to_owned(),
    };
    match (cost, limit) {
        (Some(cost), Some(limit)) => format!("{text}  {}", if cost.median <= limit { "ok" } else { "miss" }),
        _ => text,
    }
}

fn number(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(median: f64) -> Cost {
        Cost { minimum: median - 1.0, median }
    }

    #[test]
    fn goals_are_judged_by_the_middle_round() {
        let floor = Some(cost(2.0));
        let goal = |goal, own| goal_cell(goal, own, floor, Some(cost(10.0)));
        assert_eq!(goal(Goal::TimesC(1.5), Some(cost(3.0))), "<= 1.5x C  ok");
        assert_eq!(goal(Goal::TimesC(1.5), Some(cost(3.1))), "<= 1.5x C  miss");
        assert_eq!(goal(Goal::TimesC(1.5), None), "<= 1.5x C");
        assert_eq!(goal(Goal::Nanoseconds(250.0), Some(cost(251.0))), "<= 250 ns  miss");
        let peer = Goal::TimesFasterPeer(1.1);
        assert_eq!(goal(peer, Some(cost(11.0))), "<= 1.1x the faster peer, is 1.10x  ok");
        assert_eq!(goal(peer, Some(cost(12.0))), "<= 1.1x the faster peer, is 1.20x  miss");
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(vec!["function".to_owned(), "C".to_owned()]);
        table.push(vec!["add".to_owned(), cost_cell(cost(2.0), None)]);
        assert_eq!(table.to_text(false), "function  C\n--------  ---------\nadd       1.0 / 2.0\n");
        assert!(table.to_text(true).ends_with("| add      | 1.0 / 2.0 |\n"));
    }
}
