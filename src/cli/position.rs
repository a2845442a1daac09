//! Positions and moves from the command line: sizes, diagrams, cases, files, standard input.

use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use ternary_go::{
    Board, BoardSize, Diagram, Game, Marks, MoveError, Player, Point, Quarters, Ruleset, Setup,
    StatedMove, Stone,
    case::{Case, Expectation, load},
    draw,
    rules::{
        Axis, Rules, UnknownName,
        extras::{Extras, Mode},
    },
};

use super::{Common, Error, error, read, ruleset};

/// Where a position comes from, and what goes with it.
#[derive(Args)]
pub(crate) struct Position {
    /// A board size (9 or 9x13), a case (GO-4.a), a diagram (rows separated by `/`), a file with a
    /// diagram or a case, or - for standard input.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    source: String,
    /// The ruleset [default: that of the case, else go; dunshi where the board has gray stones].
    #[arg(long, value_name = "NAME", value_parser = ruleset)]
    ruleset: Option<Ruleset>,
    /// The number of the move to be made on the board [default: that of the case, else 1].
    #[arg(long, value_name = "N")]
    number: Option<u32>,
    /// The side to move: black for number 1, white for number 2. In knife-go also beside a number.
    #[arg(long, value_name = "SIDE", value_parser = side())]
    to_move: Option<Player>,
    /// The point where the move just made placed its stone.
    #[arg(long, value_name = "POINT")]
    previous: Option<Point>,
    /// The komi in stones, in exact quarters [default: that of the case, else of the ruleset].
    #[arg(long, value_name = "STONES", allow_hyphen_values = true)]
    komi: Option<Quarters>,
    /// Moves made before the question, after those of the case.
    #[arg(long, value_name = "MOVES", value_delimiter = ' ')]
    after: Vec<String>,
    /// The flybombs of each side, or the receiver's knives or replacements [default: that of the
    /// case, else 3].
    #[arg(long, value_name = "N")]
    count: Option<u8>,
    /// Who receives knives or replacements [default: that of the case, else black].
    #[arg(long, value_name = "SIDE", value_parser = side())]
    receiver: Option<Player>,
    /// Which flybombs come at random times: A one, B all, C none [default: that of the case, else C].
    #[arg(long, value_name = "MODE", value_parser = mode())]
    mode: Option<Mode>,
    /// The seed of random times [default: that of the case, else 0].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn side() -> impl TypedValueParser<Value = Player> {
    let side = |name: String| if name == "black" { Player::Black } else { Player::White };
    PossibleValuesParser::new(Player::ALL.map(Player::name)).map(side)
}

fn mode() -> impl TypedValueParser<Value = Mode> {
    let names = Mode::ALL.iter().map(|mode| mode.name());
    PossibleValuesParser::new(names).try_map(|name| Mode::named(&name))
}

/// A position ready to be asked about.
pub(crate) struct Ready {
    /// The game, the moves before the question made.
    pub(crate) game: Game,
    /// The marks of the diagram.
    pub(crate) marks: Vec<(char, Point)>,
    /// The dead and neutralised strings that the case itself marks.
    pub(crate) agreed: Marks,
}

impl Position {
    /// Reads the position and makes the moves before the question.
    pub(crate) fn read(&self, common: &Common) -> Result<Ready, Error> {
        let source = self.source()?;
        let agreed = source.agreed();
        let mut rules = source.rules(self.ruleset);
        for (switch, value) in &common.rulings {
            rules.rulings.set(switch, value)?;
        }
        rules.komi = self.komi.unwrap_or(rules.komi);
        self.set_extras(&mut rules)?;
        let (mut setup, marks, moves) = source.start(&rules);
        self.set_turn(&rules, &mut setup)?;
        setup.previous = self.previous.or(setup.previous);
        let mut game = Game::from_setup(rules, setup)?;
        let words = self.after.iter().filter(|word| !word.is_empty());
        let after = words.map(|word| read_move(word, &marks)).collect::<Result<Vec<_>, _>>()?;
        for play in moves.into_iter().chain(after) {
            let number = game.number();
            if let Err(refusal) = game.play(play) {
                return Err(error(format!("move {number}, {play}, is illegal: {refusal}")));
            }
        }
        Ok(Ready { game, marks, agreed })
    }

    /// The extras by the options.
    fn set_extras(&self, rules: &mut Rules) -> Result<(), Error> {
        let Self { count, receiver, mode, seed, .. } = *self;
        let options = [
            ("--count", count.is_some(), rules.extras != Extras::None),
            (
                "--receiver",
                receiver.is_some(),
                [Extras::Knives, Extras::Replacements].contains(&rules.extras),
            ),
            ("--mode", mode.is_some(), rules.extras == Extras::Flybombs),
            ("--seed", seed.is_some(), rules.extras == Extras::Flybombs),
        ];
        if let Some((option, ..)) = options.iter().find(|(_, given, means)| *given && !means) {
            return Err(error(format!("{option} means nothing in {}", rules.ruleset)));
        }
        let allowance = &mut rules.allowance;
        allowance.count = count.unwrap_or(allowance.count);
        allowance.receiver = receiver.unwrap_or(allowance.receiver);
        allowance.mode = mode.unwrap_or(allowance.mode);
        allowance.seed = seed.unwrap_or(allowance.seed);
        Ok(())
    }

    /// The number and the side to move by the options.
    fn set_turn(&self, rules: &Rules, setup: &mut Setup) -> Result<(), Error> {
        if self.number.is_none() && self.to_move.is_none() {
            return Ok(());
        }
        let knives = rules.extras == Extras::Knives;
        let first = if self.to_move == Some(Player::White) { 2 } else { 1 };
        if self.number.is_some() && self.to_move.is_some() && !knives {
            return Err(error("--number and --to-move exclude each other, but for knife-go"));
        }
        setup.number = self.number.unwrap_or(first);
        setup.to_move = self.to_move.filter(|_| knives);
        Ok(())
    }

    fn source(&self) -> Result<Source, Error> {
        let text = self.source.as_str();
        if text == "-" {
            return read_source("standard input", read(&PathBuf::from("-"))?);
        }
        if text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c == 'x' || c == '×')
        {
            let size: BoardSize = text.parse()?;
            return Ok(Source::Diagram(Diagram { board: Board::empty(size), marks: Vec::new() }));
        }
        let path = PathBuf::from(text);
        if path.is_file() {
            return read_source(text, read(&path)?);
        }
        if text.contains(['/', '\n']) || text.chars().all(|c| ".XO* ".contains(c)) {
            let rows: Vec<&str> = text.split(['/', '\n']).collect();
            let diagram = rows.join("\n").parse::<Diagram>();
            return diagram.map(Source::Diagram).map_err(|problem| {
                error(format!("`{}` is neither a file nor a diagram: {problem}", shorten(text)))
            });
        }
        named_case(text).map(|case| Source::Case(Box::new(case)))
    }
}

/// The marks of the count that a case expects.
fn agreed_marks(case: &Case) -> Marks {
    let score = case.expect.iter().find_map(|located| {
        let Expectation::Score(score) = &located.value else { return None };
        Some(score)
    });
    score.map_or_else(Marks::default, |score| Marks {
        dead: score.dead.clone(),
        neutralised: score.neutralised.clone(),
    })
}

enum Source {
    Case(Box<Case>),
    Diagram(Diagram),
}

impl Source {
    /// The dead and neutralised strings that a case marks.
    fn agreed(&self) -> Marks {
        match self {
            Self::Case(case) => agreed_marks(case),
            Self::Diagram(_) => Marks::default(),
        }
    }

    /// The rules of a ruleset, or of the one that fits.
    fn rules(&self, ruleset: Option<Ruleset>) -> Rules {
        match self {
            Self::Case(case) => case.rules(ruleset.unwrap_or(case.rulesets[0])),
            Self::Diagram(diagram) => {
                let gray = diagram.board.stones().any(|(_, stone)| stone == Stone::Gray);
                let otherwise = if gray { Ruleset::Dunshi } else { Ruleset::Go };
                ruleset.unwrap_or(otherwise).rules()
            }
        }
    }

    /// The position, its marks, and the moves before the question.
    fn start(self, rules: &Rules) -> (Setup, Vec<(char, Point)>, Vec<StatedMove>) {
        match self {
            Self::Case(case) => (case.setup(rules), case.marks, case.moves),
            Self::Diagram(diagram) => (Setup::new(diagram.board, 1), diagram.marks, Vec::new()),
        }
    }
}

/// A diagram or a case, told apart by the first letter: a case begins with a key.
fn read_source(name: &str, bytes: Vec<u8>) -> Result<Source, Error> {
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| line.contains(':')) {
        return match load::load(name, &bytes) {
            Ok(case) => Ok(Source::Case(Box::new(case))),
            Err(errors) => Err(broken(&errors)),
        };
    }
    let diagram = text.parse::<Diagram>();
    diagram.map(Source::Diagram).map_err(|problem| error(format!("{name}: {problem}")))
}

/// The errors of case files, one after the other.
pub(crate) fn broken(errors: &[load::CaseError]) -> Error {
    Error::Rendered(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))
}

/// The embedded cases.
pub(crate) fn suite() -> Result<Vec<Case>, Error> {
    load::suite().map_err(|errors| broken(&errors))
}

/// The embedded case of an id.
pub(crate) fn named_case(id: &str) -> Result<Case, Error> {
    let suite = suite()?;
    let unknown = UnknownName::new("case", id, suite.iter().map(|case| case.id.as_str()));
    suite.into_iter().find(|case| case.id == id).ok_or_else(|| unknown.into())
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a move in which marks stand for their points.
pub(crate) fn read_move(word: &str, marks: &[(char, Point)]) -> Result<StatedMove, MoveError> {
    StatedMove::read(word, |word| read_point(word, marks))
}

/// Reads a point or a mark.
pub(crate) fn read_point(word: &str, marks: &[(char, Point)]) -> Result<Point, MoveError> {
    let mark = marks.iter().find(|(mark, _)| word.chars().eq([*mark]));
    match mark {
        Some((_, point)) => Ok(*point),
        None => word.parse().map_err(|_| MoveError::unknown(word)),
    }
}

/// Reads moves from arguments: words, `@FILE` for those of a file, `-` for standard input.
pub(crate) fn read_moves(
    arguments: &[String],
    marks: &[(char, Point)],
) -> Result<Vec<StatedMove>, Error> {
    let mut moves = Vec::new();
    for argument in arguments {
        let text = match argument.strip_prefix('@').or((argument == "-").then_some("-")) {
            Some(file) => String::from_utf8(read(&PathBuf::from(file))?)
                .map_err(|_| error(format!("{file} is not UTF-8 text")))?,
            None => argument.clone(),
        };
        for word in text.split_ascii_whitespace() {
            moves.push(read_move(word, marks)?);
        }
    }
    Ok(moves)
}

/// The extras that may still be used at will: `flybombs left: Black 3, White 2`.
pub(crate) fn left(game: &Game) -> Option<String> {
    let rules = game.rules();
    let all = rules.extras == Extras::Flybombs;
    let sides = Player::ALL.into_iter().filter(|side| all || *side == rules.allowance.receiver);
    let side = |player: Player| format!("{} {}", player.title(), game.extras_left(player));
    let sides: Vec<String> = sides.map(side).collect();
    (rules.extras != Extras::None).then(|| format!("{} left: {}", rules.extras, sides.join(", ")))
}

/// The board with its marks.
pub(crate) fn picture(game: &Game, marks: &[(char, Point)]) -> String {
    let board = game.board();
    draw(board.size(), |point| match board.get(point) {
        Some(stone) => stone.sign(),
        None => marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark),
    })
}
