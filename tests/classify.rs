//! `tgo classify`: what engines of known habits are found to play, and whether lies come to light.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use ternary_go::{
    Answer, Ask, Engine, Quarters, Query, Reasons, Reference, Ruleset, ScoreAnswer,
    case::{Case, Variation, load::suite},
    rules::{Switch, superko::Superko},
    verify::{
        classify::{Classification, Played, Values, classify},
        local::Local,
        pool::Pool,
        session::{Connect, Fault, FaultKind, Received, Session},
        wire::{self, Welcome},
    },
};

/// The reference engine with a habit: what it makes of a query, and of the answer to it.
#[derive(Clone)]
struct Habit<F>(F);

impl<F: Fn(&mut Query) -> Option<Answer>> Engine for Habit<F> {
    fn answer(&mut self, query: &Query) -> Answer {
        let mut query = query.clone();
        let answer = (self.0)(&mut query);
        answer.unwrap_or_else(|| Reference.answer(&query))
    }

    fn reasons(&self) -> Reasons {
        Reasons::All
    }
}

fn everything() -> Welcome {
    Welcome::everything("habit", "1")
}

/// A welcome that claims these readings of a switch.
fn claiming(switch: &str, values: &[&str]) -> Welcome {
    let mut welcome = everything();
    let values = values.iter().map(|&value| value.to_owned()).collect();
    welcome.readings.insert(switch.into(), values);
    welcome
}

fn find<'a, F>(cases: &'a [Case], welcome: Welcome, habit: F) -> Classification<'a>
where
    F: Fn(&mut Query) -> Option<Answer> + Clone + Send + Sync + 'static,
{
    let local = Local { engine: Habit(habit), welcome };
    let pool = Pool::open(&local, 1, 50).unwrap();
    classify(cases, &pool, &|_| ())
}

/// The cases that vary a switch.
fn varying(switch: &str) -> Vec<Case> {
    let varies = |case: &Case| {
        case.by.iter().any(|branch| match branch.on {
            Variation::Reading(reading) => reading.switch.name == switch,
            Variation::Ruleset(_) | Variation::Number(_) | Variation::Komi(_) => false,
        })
    };
    suite().unwrap().into_iter().filter(varies).collect()
}

fn played(found: &Classification<'_>, switch: &str) -> Played {
    found.switches.iter().find(|of| of.switch.name == switch).unwrap().played()
}

fn values(all: &[&'static str]) -> Values {
    all.iter().copied().collect()
}

#[test]
fn the_reference_engine_plays_what_is_asked() {
    let cases = suite().unwrap();
    let reference = Local::reference();
    let pool = Pool::open(&reference, 2, 50).unwrap();
    let found = classify(&cases, &pool, &|_| ());
    for of in &found.switches {
        assert_eq!(
            of.played(),
            Played::AsAsked(values(&(of.switch.values)())),
            "{}",
            of.switch.name
        );
        for request in &of.requests {
            assert_eq!(request.fits(), values(&[request.value]));
            assert!(request.answered == request.positions && !request.shown_by().is_empty());
        }
    }
    assert_eq!(found.hello.untrue, Vec::<String>::new());
    assert_eq!(found.hello.remarks, Vec::<String>::new());
    assert!(found.is_clear());
}

/// Also says that the cases which vary a switch tell every two of its values apart.
#[test]
fn every_engine_that_plays_one_reading_is_found_out() {
    for switch in Switch::ALL {
        let cases = varying(switch.name);
        for value in (switch.values)() {
            let habit = |query: &mut Query| {
                query.rules.rulings.set(switch.name, value).unwrap();
                None
            };
            let found = find(&cases, claiming(switch.name, &[value]), habit);
            assert_eq!(played(&found, switch.name), Played::Fixed(value), "{}", switch.name);
            assert_eq!(found.hello.untrue, Vec::<String>::new());
        }
    }
}

fn always_simple(query: &mut Query) -> Option<Answer> {
    query.rules.rulings.superko = Superko::Simple;
    None
}

#[test]
fn a_lie_about_readings_comes_to_light() {
    let cases = varying("superko");
    let found = find(&cases, claiming("superko", &["positional", "none"]), always_simple);
    assert_eq!(played(&found, "superko"), Played::Fixed("simple"));
    assert_eq!(
        found.hello.untrue,
        [
            "claims superko=positional, but plays simple then",
            "plays superko=simple, but does not claim it",
            "claims superko=none, but plays simple then",
        ]
    );
    assert!(!found.is_clear());
}

#[test]
fn an_engine_that_is_torn_contradicts_itself() {
    let cases = varying("superko");
    let torn = |query: &mut Query| {
        let odd = query.setup.board.stones().count() % 2 == 1;
        query.rules.rulings.superko = if odd { Superko::Simple } else { Superko::None };
        None
    };
    let found = find(&cases, everything(), torn);
    assert_eq!(played(&found, "superko"), Played::Contradiction);
    let superko = &found.switches[1];
    for request in &superko.requests {
        assert_eq!(request.fits(), values(&[]));
        // Two positions show it, and neither alone.
        let shown = request.shown_by();
        assert_eq!(shown.len(), 2);
        assert!(shown.iter().all(|evidence| !evidence.fits.is_empty()));
        assert!(shown[0].fits.is_disjoint(&shown[1].fits));
    }
    assert!(!found.is_clear());
}

#[test]
fn a_slip_in_one_position_is_told_and_hides_nothing() {
    let cases = varying("scoring-natures");
    let slips = |query: &mut Query| {
        // A count that no reading gives, in R-CLEAN.e.
        let Ask::Score(marks) = &query.ask else { return None };
        let here = marks.neutralised.is_empty() && marks.dead.len() == 1;
        let black = Some(Quarters(4));
        here.then(|| Answer::Score(Ok(ScoreAnswer { black, ..ScoreAnswer::default() })))
    };
    let found = find(&cases, everything(), slips);
    let all = values(&["after-removal", "before-removal"]);
    assert_eq!(played(&found, "scoring-natures"), Played::AsAsked(all));
    let of = found.switches.iter().find(|of| of.switch.name == "scoring-natures").unwrap();
    for request in &of.requests {
        let misfits: Vec<_> = request.misfits().collect();
        assert_eq!(misfits.len(), 2);
        for misfit in misfits {
            assert_eq!((misfit.case.id.as_str(), misfit.differs.is_some()), ("R-CLEAN.e", true));
        }
    }
    assert!(!found.is_clear());
}

#[test]
fn wrong_clauses_do_not_hide_a_reading() {
    let cases = varying("tiger-mouth");
    let found = find(&cases, everything(), |query: &mut Query| {
        let mut answer = Reference.answer(query);
        if let Answer::Verdicts(verdicts) = &mut answer {
            let suicide = ternary_go::Clause::named("GO-5").unwrap().id;
            verdicts.iter_mut().filter_map(|v| v.as_mut().err()).for_each(|v| v.push(suicide));
        }
        Some(answer)
    });
    let all = values(&["closed-sides", "two-stones", "three-stones"]);
    assert_eq!(played(&found, "tiger-mouth"), Played::AsAsked(all));
    assert_eq!(found.hello.remarks.len(), 1);
    assert!(found.hello.remarks[0].starts_with("tiger-mouth: the clauses that it names are wrong"));
    assert_eq!(found.hello.untrue, Vec::<String>::new());
    let of = &found.switches[0];
    let misfits = of.requests.iter().flat_map(|request| request.misfits());
    assert_eq!(misfits.map(|misfit| (&misfit.check, &misfit.differs)).collect::<Vec<_>>(), []);
    assert!(found.is_clear());
}

#[test]
fn clauses_that_are_left_out_decide_nothing_wrongly() {
    let cases = suite().unwrap();
    let mut welcome = everything();
    welcome.reasons = wire::Reasons::Some;
    let found = find(&cases, welcome, |query: &mut Query| {
        let mut answer = Reference.answer(query);
        if let Answer::Verdicts(all) = &mut answer {
            all.iter_mut().filter_map(|verdict| verdict.as_mut().err()).for_each(Vec::clear);
        } else if let Answer::Score(Err(clauses)) = &mut answer {
            clauses.clear();
        } else if let Answer::Played(all) = &mut answer {
            all.iter_mut().filter_map(|step| step.verdict.as_mut().err()).for_each(Vec::clear);
        }
        Some(answer)
    });
    for of in &found.switches {
        assert_eq!(
            of.played(),
            Played::AsAsked(values(&(of.switch.values)())),
            "{}",
            of.switch.name
        );
    }
    assert!(found.is_clear(), "{:?}", found.hello);
}

#[test]
fn what_an_engine_does_not_play_is_not_asked() {
    let cases = suite().unwrap();
    let mut welcome = claiming("superko", &["positional"]);
    welcome.rulesets = vec!["go".into()];
    welcome.readings.retain(|name, _| name == "superko");
    let habit = |query: &mut Query| {
        let knows = query.rules.ruleset == Ruleset::Go
            && query.rules.rulings.superko == Superko::Positional;
        (!knows).then(|| Answer::Unsupported("that".into()))
    };
    let found = find(&cases, welcome, habit);
    assert_eq!(played(&found, "superko"), Played::Fixed("positional"));
    assert!(found.switches[1].requests[1..].iter().all(|request| request.answered == 0));
    let others = found.switches.iter().filter(|of| of.switch.name != "superko");
    others.for_each(|of| assert_eq!(of.played(), Played::NotAsked));
    assert!(found.is_clear(), "{:?}", found.hello);
}

#[test]
fn lies_about_rulesets_and_queries_come_to_light() {
    let cases = suite().unwrap();
    let mut welcome = everything();
    welcome.rulesets.retain(|name| name != "flybomb");
    welcome.queries = Some(vec!["legal".into(), "play".into(), "perft".into()]);
    let habit = |query: &mut Query| {
        let unknown = query.rules.ruleset == Ruleset::Meng || matches!(query.ask, Ask::Perft(_));
        unknown.then(|| Answer::Unsupported("that".into()))
    };
    let found = find(&cases, welcome, habit);
    let said = |start: &str| found.hello.untrue.iter().any(|line| line.starts_with(start));
    assert!(said("claims the ruleset meng, but answers `unsupported`"), "{:?}", found.hello);
    assert!(said("answers the ruleset flybomb as it should, but does not claim it"));
    assert!(said("claims the query perft, but answers `unsupported`"));
    assert!(said("answers the query strings as it should, but does not claim it"));
    assert!(said("answers the query legal_moves as it should, but does not claim it"));
    assert!(!said("claims the query legal,") && !said("claims the ruleset go"));
    assert_eq!(played(&found, "gray-shift"), Played::Unsupported);
}

#[test]
fn a_query_that_is_answered_now_and_then_is_claimed_rightly() {
    let cases = suite().unwrap();
    let mut welcome = everything();
    welcome.readings.clear();
    welcome.rulesets = vec!["go".into(), "dunshi".into()];
    welcome.queries = Some(vec!["legal".into()]);
    let habit = |query: &mut Query| {
        let many = matches!(&query.ask, Ask::Legal(moves) if moves.len() != 2);
        many.then(|| Answer::Unsupported("that".into()))
    };
    let found = find(&cases, welcome, habit);
    let said = |line: &String| line.starts_with("claims the query legal");
    assert!(!found.hello.untrue.iter().any(said), "{:?}", found.hello);
}

/// Starts engines that end where they are asked for a reading that they do not know.
struct Falling(Local<Reference>);

struct FallingSession(Box<dyn Session>);

impl Connect for Falling {
    fn connect(&self) -> Result<Box<dyn Session>, Fault> {
        Ok(Box::new(FallingSession(self.0.connect()?)))
    }
}

impl Session for FallingSession {
    fn welcome(&self) -> &Welcome {
        self.0.welcome()
    }

    fn send(&mut self, id: usize, query: &Query) -> Result<(), Fault> {
        match query.rules.rulings.superko {
            Superko::Positional => self.0.send(id, query),
            Superko::Situational | Superko::Simple | Superko::None => {
                Err(Fault::new(FaultKind::Crash, "it ended"))
            }
        }
    }

    fn receive(&mut self) -> Result<(usize, Received), Fault> {
        self.0.receive()
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.0.close()
    }
}

#[test]
fn an_engine_that_falls_over_what_it_does_not_claim_is_not_broken() {
    let cases = varying("superko");
    let mut local = Local::reference();
    local.welcome.readings.remove("superko");
    let falling = Falling(local);
    let pool = Pool::open(&falling, 1, 50).unwrap();
    let found = classify(&cases, &pool, &|_| ());
    assert_eq!(pool.broken(), None);
    assert_eq!(played(&found, "superko"), Played::Fixed("positional"));
    assert_eq!(found.switches[1].requests[2].why.as_deref(), Some("crash: it ended"));
    assert_eq!(found.hello.untrue, Vec::<String>::new());
}

/// Runs `tgo classify` on a shell command, in which TGO is the reference engine; what it prints
/// and its exit code.
#[cfg(unix)]
fn tgo(command: &str, more: &[&str]) -> (String, i32) {
    let tgo = assert_cmd::cargo::cargo_bin!("tgo");
    let command = command.replace("TGO", &format!("'{}' engine", tgo.display()));
    let output = Command::new(tgo)
        .args(["classify", "--engine", &command])
        .args(more)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap())
}

#[cfg(unix)]
const SIMPLE: &str = r#"sed -u 's/"superko":"[a-z]*"/"superko":"simple"/' | TGO"#;

#[cfg(unix)]
#[test]
fn engines_in_processes_of_their_own() {
    let honest = format!(r#"{SIMPLE} | sed -u 's/"superko":\[[^]]*\]/"superko":["simple"]/'"#);
    let (text, code) = tgo(&honest, &[]);
    assert!(text.contains("\n  superko          fixed at simple\n"), "{text}");
    assert!(
        text.contains("\n  end              as asked: stone-passes, any-two-passes\n"),
        "{text}"
    );
    assert!(text.contains("\n    R-SUPERKO.b [go] fits simple\n      cases/R/R-SUPERKO.b.yaml:"));
    assert!(text.ends_with("Its hello is true\n"), "{text}");
    assert_eq!(code, 0, "{text}");

    let (text, code) = tgo(SIMPLE, &["--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["switches"][1]["plays"], "fixed");
    assert_eq!(value["switches"][1]["values"], serde_json::json!(["simple"]));
    assert_eq!(value["switches"][1]["requests"][0]["fits"], serde_json::json!(["simple"]));
    assert_eq!(value["hello"]["untrue"][0], "claims superko=positional, but plays simple then");
    assert_eq!(code, 1);
}

#[cfg(unix)]
#[test]
fn broken_engines_and_senseless_questions() {
    let (text, code) = tgo("exit 7", &[]);
    assert!(text.contains("the engine is broken: it ended: exit code 7"), "{text}");
    assert_eq!(code, 3);
    let (text, code) = tgo("TGO", &["--rulings", "superko=simple"]);
    assert!(text.contains("leave --rulings out"), "{text}");
    assert_eq!(code, 2);
}
