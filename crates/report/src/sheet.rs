//! Tables for other programs: one set of names and values, written as CSV, as JSON Lines or,
//! with the feature `parquet`, as Parquet.

use serde::{Serialize, Serializer};

/// Rows under the names of their columns.
///
/// ```
/// use papan_report::sheet::{Cell, Sheet};
///
/// let mut sheet = Sheet::new(["agent", "wins", "share"]);
/// sheet.row(vec![Cell::text("a \"quoted\" name"), Cell::Whole(3), Cell::Number(0.75)]);
/// sheet.row(vec![Cell::text("random"), Cell::Whole(0), Cell::Nothing]);
/// assert_eq!(
///     sheet.csv(),
///     "agent,wins,share\r\n\"a \"\"quoted\"\" name\",3,0.75\r\nrandom,0,\r\n"
/// );
/// assert_eq!(
///     sheet.json_lines().lines().last(),
///     Some(r#"{"agent":"random","wins":0,"share":null}"#)
/// );
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    names: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// A value of a row. All values of a column that are there are of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// There is none.
    Nothing,
    /// A text, which may come from anywhere.
    Text(String),
    /// A position or other text in the notation of a game, which may begin with any sign.
    Notation(String),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Number(f64),
}

impl Cell {
    /// A text.
    pub fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    /// A text in the notation of a game.
    pub fn notation(text: impl ToString) -> Cell {
        Cell::Notation(text.to_string())
    }

    /// A text, or nothing.
    pub fn optional(text: Option<impl ToString>) -> Cell {
        text.map_or(Cell::Nothing, Cell::text)
    }

    /// A count, which is never so large that it has no sign.
    pub fn count(count: impl TryInto<i64>) -> Cell {
        Cell::Whole(count.try_into().unwrap_or(i64::MAX))
    }

    fn shown(&self) -> String {
        match self {
            Cell::Nothing => String::new(),
            Cell::Text(text) | Cell::Notation(text) => text.clone(),
            Cell::Whole(number) => number.to_string(),
            Cell::Number(number) => number.to_string(),
        }
    }

    /// As spreadsheets may have it. They take a text for a formula that begins with one of
    /// these signs, and a formula can start programs: with an apostrophe before it, it is a
    /// text. Numbers stay numbers.
    fn in_spreadsheet(&self) -> String {
        let text = match self {
            Cell::Text(text) => papan_core::visible(text),
            Cell::Notation(text) => papan_core::visible(text),
            other => return other.shown(),
        };
        let is_board = |character: char| character.is_alphanumeric() || "- .*".contains(character);
        match text.chars().next() {
            // A board whose first square is empty; nothing in it could be called.
            Some('-') if matches!(self, Cell::Notation(_)) && text.chars().all(is_board) => {
                text.into_owned()
            }
            Some('=' | '+' | '-' | '@' | '\t') => format!("'{text}"),
            _ => text.into_owned(),
        }
    }
}

impl Sheet {
    /// A table without rows.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Sheet {
        Sheet {
            names: names.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with a value for each column.
    pub fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.names.len());
        self.rows.push(cells);
    }

    /// As RFC 4180 has it: a line of names, then one for each row. A text that a spreadsheet
    /// would take for a formula has an apostrophe before it, and characters that nobody sees
    /// are escapes.
    ///
    /// ```
    /// use papan_report::sheet::{Cell, Sheet};
    ///
    /// let mut sheet = Sheet::new(["agent", "score"]);
    /// sheet.row(vec![Cell::text("=1+1"), Cell::Whole(-3)]);
    /// assert_eq!(sheet.csv(), "agent,score\r\n'=1+1,-3\r\n");
    /// ```
    pub fn csv(&self) -> String {
        let rows = self.rows.iter();
        let lines = rows.map(|row| line(row.iter().map(Cell::in_spreadsheet)));
        std::iter::once(line(self.names.iter().cloned()))
            .chain(lines)
            .collect()
    }

    /// One JSON object for each row, a line each.
    pub fn json_lines(&self) -> String {
        let mut lines = Vec::new();
        for row in &self.rows {
            let mut writer = serde_json::Serializer::new(&mut lines);
            // Texts and numbers can always be written.
            let _ = writer.collect_map(self.names.iter().zip(row));
            lines.push(b'\n');
        }
        String::from_utf8(lines).unwrap_or_default()
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = cells.map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_from_outside_is_a_formula() {
        let cells = [
            (Cell::text("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0"),
            (Cell::text("+1"), "'+1"),
            (Cell::text("-1"), "'-1"),
            (Cell::text("@SUM(A1)"), "'@SUM(A1)"),
            (Cell::text("\t=1"), "'\t=1"),
            (Cell::text("\r=1"), "\\r=1"),
            (Cell::text("a=1"), "a=1"),
            (Cell::text("x\u{202e}y"), "x\\u{202e}y"),
            (Cell::notation("---OX--- X"), "---OX--- X"),
            (Cell::notation("-A1(B2)"), "'-A1(B2)"),
            (Cell::notation("=A1"), "'=A1"),
            (Cell::Whole(-3), "-3"),
            (Cell::Number(-0.5), "-0.5"),
        ];
        for (cell, expected) in cells {
            assert_eq!(cell.in_spreadsheet(), expected);
        }
        // Other programs are told exactly what it was.
        let mut sheet = Sheet::new(["agent"]);
        sheet.row(vec![Cell::text("=1\u{202e}")]);
        assert_eq!(sheet.json_lines(), "{\"agent\":\"=1\u{202e}\"}\n");
    }
}

#[cfg(feature = "parquet")]
mod columns {
    use super::{Cell, Sheet};
    use parquet::{
        basic::{Compression, LogicalType, Repetition, Type as Kind},
        data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type},
        errors::ParquetError,
        file::{
            properties::WriterProperties,
            writer::{SerializedFileWriter, SerializedRowGroupWriter},
        },
        schema::types::Type,
    };
    use std::sync::Arc;

    impl Sheet {
        /// As a Parquet file, compressed with Snappy.
        pub fn parquet(&self) -> Result<Vec<u8>, ParquetError> {
            let fields: Result<Vec<_>, ParquetError> = (0..self.names.len())
                .map(|column| {
                    let (kind, logical) = match self.kind(column) {
                        Cell::Whole(_) => (Kind::INT64, None),
                        Cell::Number(_) => (Kind::DOUBLE, None),
                        _ => (Kind::BYTE_ARRAY, Some(LogicalType::String)),
                    };
                    let field = Type::primitive_type_builder(&self.names[column], kind)
                        .with_repetition(Repetition::OPTIONAL)
                        .with_logical_type(logical);
                    field.build().map(Arc::new)
                })
                .collect();
            let schema = Type::group_type_builder("games").with_fields(fields?);
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .build();
            let schema = Arc::new(schema.build()?);
            let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
            let mut group = file.next_row_group()?;
            for column in 0..self.names.len() {
                match self.kind(column) {
                    Cell::Whole(_) => self.write::<Int64Type>(&mut group, column, whole)?,
                    Cell::Number(_) => self.write::<DoubleType>(&mut group, column, number)?,
                    _ => self.write::<ByteArrayType>(&mut group, column, bytes)?,
                }
            }
            group.close()?;
            file.into_inner()
        }

        /// A value of a column, which says of which kind all are; nothing where there is none.
        fn kind(&self, column: usize) -> &Cell {
            let cells = self.rows.iter().map(|row| &row[column]);
            let mut known = cells.filter(|cell| **cell != Cell::Nothing);
            known.next().unwrap_or(&Cell::Nothing)
        }

        fn write<T: DataType>(
            &self,
            group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
            column: usize,
            value: fn(&Cell) -> Option<T::T>,
        ) -> Result<(), ParquetError> {
            let cells: Vec<Option<T::T>> =
                self.rows.iter().map(|row| value(&row[column])).collect();
            let levels: Vec<i16> = cells.iter().map(|cell| cell.is_some().into()).collect();
            let values: Vec<T::T> = cells.into_iter().flatten().collect();
            if let Some(mut writer) = group.next_column()? {
                let typed = writer.typed::<T>();
                typed.write_batch(&values, Some(&levels), None)?;
                writer.close()?;
            }
            Ok(())
        }
    }

    fn whole(cell: &Cell) -> Option<i64> {
        match cell {
            Cell::Whole(number) => Some(*number),
            _ => None,
        }
    }

    fn number(cell: &Cell) -> Option<f64> {
        match cell {
            Cell::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn bytes(cell: &Cell) -> Option<ByteArray> {
        match cell {
            Cell::Nothing => None,
            other => Some(ByteArray::from(other.shown().into_bytes())),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use parquet::file::reader::{FileReader, SerializedFileReader};

        #[test]
        fn what_is_written_is_read_back() {
            let mut sheet = Sheet::new(["agent", "wins", "share", "reason"]);
            sheet.row(vec![
                Cell::text("random"),
                Cell::Whole(3),
                Cell::Nothing,
                Cell::Nothing,
            ]);
            sheet.row(vec![
                Cell::text("greedy"),
                Cell::Nothing,
                Cell::Number(0.25),
                Cell::Nothing,
            ]);
            // The library reads files, and nothing else without a further crate.
            let path = std::env::temp_dir().join(format!("papan-{}.parquet", std::process::id()));
            std::fs::write(&path, sheet.parquet().unwrap()).unwrap();
            let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
            let rows = reader.get_row_iter(None).unwrap();
            let rows: Vec<String> = rows.map(|row| row.unwrap().to_string()).collect();
            assert_eq!(
                rows,
                [
                    "{agent: \"random\", wins: 3, share: null, reason: null}",
                    "{agent: \"greedy\", wins: null, share: 0.25, reason: null}",
                ]
            );
            std::fs::remove_file(&path).unwrap();
        }
    }
}
