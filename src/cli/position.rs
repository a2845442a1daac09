//! Positions and moves from the command line, with the options that go with them.

use std::{fmt::Display, path::Path, str::FromStr};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use ternary_go::{
    Game, MoveError, Player, Point, Ruleset, Setup, StatedMove,
    case::{Case, Variation},
    draw,
    rules::{
        Axis, Rules,
        extras::{Extras, Mode},
    },
};

use super::{
    Common, Error, Rulesets, error,
    output::tell,
    read,
    source::{Source, first_turn},
};

/// Where a position comes from, and what goes with it.
#[derive(Args)]
pub(crate) struct Position {
    /// A board size (9 or 9x13), a case (GO-4.a), a diagram (rows separated by `/`), a file with a
    /// diagram or a case, or - for standard input.
    #[arg(value_name = "POSITION")]
    source: String,
    /// The ruleset [default: that of the case, else go; dunshi where the board has gray stones].
    #[arg(long, value_name = "NAME", value_parser = Rulesets)]
    ruleset: Option<Ruleset>,
    /// The number of the move to be made on the board [default: that of the case, else 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    number: Option<u32>,
    /// The side to move: black for number 1, white for number 2. In knife-go also beside a number.
    #[arg(long, value_name = "SIDE", value_parser = side())]
    to_move: Option<Player>,
    /// The point or mark where the move just made placed its stone.
    #[arg(long, value_name = "POINT")]
    previous: Option<String>,
    /// Moves made before the question, after those of the case; @FILE reads them from a file.
    #[arg(long, value_name = "MOVES")]
    after: Vec<String>,
    /// The flybombs of each side, or the receiver's knives or replacements [default: that of the
    /// case, else 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    count: Option<u8>,
    /// Who receives knives or replacements [default: that of the case, else black].
    #[arg(long, value_name = "SIDE", value_parser = side())]
    receiver: Option<Player>,
    /// Which flybombs come at random times: A one, B all, C none [default: that of the case, else C].
    #[arg(long, value_name = "MODE", value_parser = mode())]
    mode: Option<Mode>,
    /// The seed of random times [default: that of the case, else 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The times of the random flybombs still to be thrown, instead of a seed: `black=3,black=9`, or
    /// none [default: those of the case, else drawn from the seed].
    #[arg(long, value_name = "SIDE=N", value_delimiter = ',', value_parser = of_side::<u32>, conflicts_with = "seed")]
    times: Option<Vec<OfSide<u32>>>,
    /// The extras that a side may still use at will: `black=2,white=1` [default: those of the case,
    /// else all].
    #[arg(long, value_name = "SIDE=N", value_delimiter = ',', value_parser = of_side::<u8>)]
    left: Option<Vec<OfSide<u8>>>,
}

/// A side with a number of its own; `None` for `none`.
type OfSide<T> = Option<(Player, T)>;

/// Reads `black=3`, or `none`.
fn of_side<T: FromStr<Err: Display>>(text: &str) -> Result<OfSide<T>, String> {
    if text == "none" {
        return Ok(None);
    }
    let (side, number) =
        text.split_once('=').ok_or("write SIDE=N, as black=3; several separated by commas")?;
    let player = Player::ALL.into_iter().find(|player| player.name() == side.trim());
    let player = player.ok_or_else(|| format!("`{side}` is no side: write black or white"))?;
    let number = number.trim().parse().map_err(|problem| format!("{number}: {problem}"))?;
    Ok(Some((player, number)))
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
    /// The case it comes from.
    pub(crate) case: Option<Box<Case>>,
    /// The number at which the case itself starts.
    pub(crate) number: u32,
    /// How many moves were made before the question.
    pub(crate) made: usize,
}

impl Position {
    /// Reads the position and makes the moves before the question.
    pub(crate) fn read(&self, common: &Common) -> Result<Ready, Error> {
        let source = Source::read(&self.source)?;
        let mut rules = source.rules(self.ruleset);
        for (switch, value) in &common.rulings {
            rules.rulings.set(switch, value)?;
        }
        self.set_extras(&mut rules)?;
        let (mut setup, marks, moves) = source.start(&rules);
        if let Source::Case(case) = &source {
            self.choose(case, &rules, &mut setup, common);
        }
        self.set_turn(&rules, &mut setup)?;
        if let Some(previous) = &self.previous {
            setup.previous = Some(read_point(previous, &marks)?);
        }
        self.set_left(&rules, &mut setup)?;
        let number = setup.number;
        let mut game = Game::from_setup(rules, setup)?;
        let after = read_moves(&self.after, &marks)?;
        let made = moves.len() + after.len();
        for play in moves.into_iter().chain(after) {
            let number = game.number();
            if let Err(refusal) = game.play(play) {
                return Err(error(format!("move {number}, {play}, is illegal: {refusal}")));
            }
        }
        let case = if let Source::Case(case) = source { Some(case) } else { None };
        Ok(Ready { game, marks, case, number, made })
    }

    /// Takes the first number of `by: number`, and says on standard error what a case varies.
    fn choose(&self, case: &Case, rules: &Rules, setup: &mut Setup, common: &Common) {
        let id = &case.id;
        let values: Vec<String> = case.by.iter().map(|branch| value(&branch.on)).collect();
        let values = listed(&values);
        match case.by.first().map(|branch| branch.on) {
            Some(Variation::Number(first)) if self.number.is_none() && self.to_move.is_none() => {
                setup.number = first;
                tell!("{id} asks at moves {values}; this is {first}: --number chooses");
            }
            Some(Variation::Reading(reading)) => {
                let switch = reading.switch.name;
                if common.rulings.iter().all(|(name, _)| *name != switch) {
                    let now = rules.rulings.iter().find(|(other, _)| other.name == switch);
                    let now = now.map_or("", |(_, value)| value);
                    tell!("{id} varies {switch}, {values}; this is {now}: --rulings chooses");
                }
            }
            Some(Variation::Ruleset(_)) if self.ruleset.is_none() => {
                let now = rules.ruleset;
                tell!("{id} varies the ruleset, {values}; this is {now}: --ruleset chooses");
            }
            Some(Variation::Number(_) | Variation::Ruleset(_) | Variation::Komi(_)) | None => {}
        }
    }

    /// The extras by the options.
    fn set_extras(&self, rules: &mut Rules) -> Result<(), Error> {
        let Self { count, receiver, mode, seed, times, left, .. } = self;
        let options = [
            ("--count", count.is_some(), rules.extras != Extras::None),
            (
                "--receiver",
                receiver.is_some(),
                [Extras::Knives, Extras::Replacements].contains(&rules.extras),
            ),
            ("--mode", mode.is_some(), rules.extras == Extras::Flybombs),
            ("--seed", seed.is_some(), rules.extras == Extras::Flybombs),
            ("--times", times.is_some(), rules.extras == Extras::Flybombs),
            ("--left", left.is_some(), rules.extras != Extras::None),
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

    /// What is left of the extras, and the times of random ones, by the options.
    fn set_left(&self, rules: &Rules, setup: &mut Setup) -> Result<(), Error> {
        if let Some(times) = &self.times {
            let of = |player| times.iter().flatten().filter(move |(side, _)| *side == player);
            setup.times =
                Some(Player::ALL.map(|player| of(player).map(|(_, time)| *time).collect()));
        } else if self.seed.is_some() || self.mode.is_some() || self.count.is_some() {
            setup.times = None;
        }
        let mut left = setup.left.unwrap_or_else(|| rules.extras_at_will());
        let mut named = Vec::new();
        for (player, number) in self.left.iter().flatten().flatten() {
            if named.contains(player) {
                return Err(error(format!("--left names {player} twice")));
            }
            named.push(*player);
            left[usize::from(*player == Player::White)] = *number;
        }
        if self.left.is_some() {
            setup.left = Some(left);
        }
        Ok(())
    }

    /// The number and the side to move by the options.
    fn set_turn(&self, rules: &Rules, setup: &mut Setup) -> Result<(), Error> {
        if let Some(number) = self.number {
            (setup.number, setup.to_move) = (number, None);
        }
        if let Some(player) = self.to_move {
            let (first, stated) = first_turn(rules, player);
            if self.number.is_some() && stated.is_none() {
                return Err(error("--number and --to-move exclude each other, but for knife-go"));
            }
            (setup.number, setup.to_move) = (self.number.unwrap_or(first), stated);
        }
        Ok(())
    }
}

/// A value of an axis without the name of the axis.
pub(crate) fn value(on: &Variation) -> String {
    let text = on.to_string();
    text.split_once('=').map_or(text.clone(), |(_, value)| value.to_owned())
}

/// Words in a sentence: `9, 10 and 19`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Reads a point or a mark.
fn point_of(word: &str, marks: &[(char, Point)]) -> Result<Point, MoveError> {
    let mark = marks.iter().find(|(mark, _)| word.chars().eq([*mark]));
    match mark {
        Some((_, point)) => Ok(*point),
        None => word.parse().map_err(|_| MoveError::unknown(word)),
    }
}

/// Reads a point or a mark where no other move will do.
pub(crate) fn read_point(word: &str, marks: &[(char, Point)]) -> Result<Point, Error> {
    point_of(word, marks).or_else(|_| Ok(word.parse::<Point>()?))
}

/// The most moves of a line.
const MAX_MOVES: usize = 100_000;

/// Reads moves from arguments: words, `@FILE` for those of a file, `-` for standard input.
pub(crate) fn read_moves(
    arguments: &[String],
    marks: &[(char, Point)],
) -> Result<Vec<StatedMove>, Error> {
    let mut moves = Vec::new();
    for argument in arguments {
        let text = match argument.strip_prefix('@').or((argument == "-").then_some("-")) {
            Some(file) => String::from_utf8(read(Path::new(file))?)
                .map_err(|_| error(format!("{file} is not UTF-8 text")))?,
            None => argument.clone(),
        };
        let before = moves.len();
        for (index, word) in text.split_whitespace().enumerate() {
            if moves.len() == MAX_MOVES {
                return Err(error(format!("more than {MAX_MOVES} moves")));
            }
            let play = StatedMove::read(word, |word| point_of(word, marks));
            let place = || match (argument.as_str(), index) {
                (argument, _) if argument == word => String::new(),
                (argument, index) if argument.starts_with('@') || argument == "-" => {
                    format!("word {} of {argument}: ", index + 1)
                }
                (_, index) => format!("word {}: ", index + 1),
            };
            moves.push(play.map_err(|problem| error(format!("{}{problem}", place())))?);
        }
        if moves.len() == before {
            let name = if argument.is_empty() { "''" } else { argument };
            return Err(error(format!("there are no moves in {name}")));
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
    let at_will = if rules.random_bombs() > 0 { " at will" } else { "" };
    let sides = sides.join(", ");
    (rules.extras != Extras::None).then(|| format!("{} left{at_will}: {sides}", rules.extras))
}

/// The times of the random flybombs that are still to come: `random times: Black 33 53, White none`.
pub(crate) fn times(game: &Game) -> Option<String> {
    let side = |player: Player| {
        let times = game.random_times(player).iter().map(ToString::to_string);
        let times = Some(times.collect::<Vec<_>>().join(" ")).filter(|times| !times.is_empty());
        format!("{} {}", player.title(), times.as_deref().unwrap_or("none"))
    };
    let sides = Player::ALL.map(side).join(", ");
    (game.rules().random_bombs() > 0).then(|| format!("random times: {sides}"))
}

/// The board with its marks.
pub(crate) fn picture(game: &Game, marks: &[(char, Point)]) -> String {
    let board = game.board();
    draw(board.size(), |point| match board.get(point) {
        Some(stone) => stone.sign(),
        None => marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark),
    })
}
