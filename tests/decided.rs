//! The cases decide every clause: whatever breaks a clause breaks a case that tests it.
//!
//! `cargo test --test decided -- --nocapture` prints a case that finds each mutant.
#![cfg(feature = "conformance")]

#[allow(dead_code, reason = "parts of the model are for the other test that has this module")]
mod model;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
    thread,
};

use model::{Change, Model, Mutant, mutants};
use ternary_go::{
    Clause, Engine, Reference,
    case::{
        Case, Variation,
        check::{Check, CheckStatus},
        load::suite,
        question::Run,
    },
    rules::Switch,
};

/// Clauses that no case can decide, with the reason.
const UNDECIDABLE: &[(&str, &str)] = &[
    ("COORD-1", "an engine is asked with points, not with their names; see the tests of Point"),
    ("R-TAIXUAN", "it says that there is no such ruleset, so there is no verdict to show"),
];

/// Mutants that no case can find, with the clause and the reason.
const EQUIVALENT: &[(&str, &str, &str)] = &[];

/// Readings that no case can tell apart, with the reason.
const NEVER_DIFFERENT: &[(&str, &str, &str, &str)] = &[];

fn cases() -> Vec<Case> {
    suite().unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// What fails when a run is put to an engine.
fn failures(run: &Run<'_>, engine: &mut dyn Engine) -> Vec<String> {
    let failed = |check: Check| {
        let Check { name, ruleset, status, failure, note, .. } = check;
        if status == CheckStatus::Pass {
            return None;
        }
        let what = failure
            .map_or(note, |failure| format!("expected {}, got {}", failure.expected, failure.got));
        Some(format!("{name} ({ruleset}): {status}: {what}"))
    };
    run.check(engine).into_iter().filter_map(failed).collect()
}

fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n{} in all", problems.join("\n"), problems.len());
}

/// Applies a function to items on all cores, in order.
fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(0..items.len());
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(index) = { next.lock().unwrap().next() } {
                    let result = work(&items[index]);
                    done.lock().unwrap().insert(index, result);
                }
            });
        }
    });
    done.into_inner().unwrap().into_values().collect()
}

#[test]
fn every_case_holds_in_the_model() {
    let cases = cases();
    let wrong = on_all_cores(&cases, |case: &Case| {
        let runs = case.runs();
        runs.iter().flat_map(|run| failures(run, &mut Model::default())).collect::<Vec<_>>()
    });
    assert_none(&wrong.concat());
}

/// Whether a case finds a mutant.
fn finds(case: &Case, mutant: &'static Mutant) -> bool {
    let mut model = Model { mutant: Some(mutant) };
    case.runs().iter().any(|run| !failures(run, &mut model).is_empty())
}

fn testing<'a>(cases: &'a [Case], clause: &str) -> Vec<&'a Case> {
    let tests = |case: &&Case| case.tests.iter().any(|id| id.as_str() == clause);
    cases.iter().filter(tests).collect()
}

#[test]
fn every_clause_has_mutants() {
    let mut problems = Vec::new();
    for clause in Clause::all() {
        let id = clause.id.as_str();
        let ours: Vec<&Mutant> =
            mutants().iter().filter(|mutant| mutant.clauses().any(|other| other == id)).collect();
        let both = [Change::Never, Change::Always]
            .iter()
            .all(|change| ours.iter().any(|mutant| mutant.change == *change));
        let other = ours.iter().any(|mutant| matches!(mutant.change, Change::Other(_)));
        let excluded = UNDECIDABLE.iter().any(|(clause, _)| *clause == id);
        // A clause that has parts introduces them.
        let is_part = |other: &Clause| other.id.as_str().starts_with(&format!("{id}."));
        if Clause::all().iter().any(is_part) {
            continue;
        }
        match (both || other, excluded) {
            (true, true) => problems.push(format!("{id} is excluded, but has mutants")),
            (false, false) => problems.push(format!("{id} has no mutants")),
            (true, false) | (false, true) => {}
        }
    }
    for mutant in mutants() {
        problems.extend(
            mutant.clauses().filter_map(|id| Clause::named(id).err()).map(|e| e.to_string()),
        );
    }
    assert_none(&problems);
}

/// Every mutant is asked for by name somewhere in the model, and every name there is a mutant.
#[test]
fn every_mutant_is_in_the_model() {
    let sources = [
        include_str!("model/count.rs"),
        include_str!("model/extras.rs"),
        include_str!("model/eyes.rs"),
        include_str!("model/forbidden.rs"),
        include_str!("model/game.rs"),
        include_str!("model/names.rs"),
        include_str!("model/natures.rs"),
        include_str!("model/position.rs"),
        include_str!("model/stones.rs"),
        include_str!("model/superko.rs"),
        include_str!("model/turns.rs"),
    ];
    let mut asked = BTreeSet::new();
    for source in sources {
        let source = source.replace("model.is(", "self.is(");
        for rest in source.split("self.is(").skip(1) {
            asked.insert(rest.split('"').nth(1).unwrap().to_owned());
        }
    }
    let listed: BTreeSet<String> = mutants()
        .iter()
        .filter_map(|mutant| match mutant.change {
            Change::Other(says) if !says.contains(": every reading is ") => Some(says.to_owned()),
            Change::Other(_) | Change::Never | Change::Always => None,
        })
        .collect();
    assert_eq!(asked, listed);
}

#[test]
fn every_mutant_is_found_by_a_case_of_each_of_its_clauses() {
    let cases = cases();
    let pairs: Vec<(&Mutant, &str)> =
        mutants().iter().flat_map(|mutant| mutant.clauses().map(move |id| (mutant, id))).collect();
    // One case for each is enough: the smallest that finds it.
    let found = on_all_cores(&pairs, |(mutant, clause)| {
        let mut testing = testing(&cases, clause);
        testing.sort_by_key(|case| (case.board.size().points(), case.runs().len()));
        testing.into_iter().find(|case| finds(case, mutant)).map(|case| case.id.as_str())
    });
    let mut problems = Vec::new();
    let mut table: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((mutant, clause), id_found) in pairs.iter().zip(found) {
        let says = mutant.says();
        let elsewhere = || {
            let finds = |case: &&Case| finds(case, mutant);
            let others = cases.iter().filter(finds).map(|case| case.id.as_str());
            match others.take(3).collect::<Vec<_>>() {
                ids if ids.is_empty() => ", nor does any other".into(),
                ids => format!(", but {} would", ids.join(", ")),
            }
        };
        let excluded = EQUIVALENT.iter().any(|(other, id, _)| *other == says && id == clause);
        match (id_found.is_none(), excluded) {
            (true, false) => problems.push(match mutant.change {
                Change::Never => format!("{clause}: no case of it shows it holding{}", elsewhere()),
                Change::Always => {
                    format!("{clause}: no case of it shows it not holding{}", elsewhere())
                }
                Change::Other(_) => {
                    format!("{clause}: no case of it finds the mutant \"{says}\"{}", elsewhere())
                }
            }),
            (false, true) => problems.push(format!("{clause}: \"{says}\" is found: include it")),
            (true, true) | (false, false) => {}
        }
        let by = id_found.unwrap_or("no case");
        table.entry(clause).or_default().push(format!("    {by}: {says}"));
    }
    for (says, clause, _) in EQUIVALENT {
        if !pairs.iter().any(|(mutant, id)| mutant.says() == *says && id == clause) {
            problems.push(format!("{clause}: no mutant \"{says}\" to exclude"));
        }
    }
    for clause in Clause::all() {
        let id = clause.id.as_str();
        let ids: Vec<&str> = testing(&cases, id).iter().map(|case| case.id.as_str()).collect();
        println!("{id}  {}\n    cases: {}", clause.name, ids.join(" "));
        for line in table.get(id).into_iter().flatten() {
            println!("{line}");
        }
    }
    assert_none(&problems);
}

/// The readings of a switch under which a case states what it expects, each with its run.
fn stated<'a>(case: &'a Case, switch: &Switch) -> Vec<(&'static str, Run<'a>)> {
    let pinned = case.rulings.iter().find(|reading| reading.switch.name == switch.name);
    let value = |run: &Run<'a>| match run.branch.map(|branch| branch.on) {
        Some(Variation::Reading(reading)) if reading.switch.name == switch.name => {
            Some(reading.value)
        }
        _ => pinned.map(|reading| reading.value),
    };
    case.runs().into_iter().filter_map(|run| Some((value(&run)?, run))).collect()
}

fn under<'a>(run: &Run<'a>, switch: &Switch, value: &str) -> Run<'a> {
    let mut run = run.clone();
    run.rules.rulings.set(switch.name, value).expect("a value of the switch");
    run
}

#[test]
fn every_two_readings_are_told_apart() {
    let cases = cases();
    let mut problems = Vec::new();
    for switch in Switch::ALL {
        let values = (switch.values)();
        for (index, &one) in values.iter().enumerate() {
            for &other in &values[index + 1..] {
                // A case that states one reading fails under the other.
                let tells = |case: &Case| {
                    stated(case, switch).iter().any(|(value, run)| {
                        let opposite = if *value == one { other } else { one };
                        [one, other].contains(value)
                            && !failures(&under(run, switch, opposite), &mut Reference).is_empty()
                    })
                };
                let name = (switch.name, one, other);
                let told = cases.iter().any(tells);
                let excluded = NEVER_DIFFERENT
                    .iter()
                    .any(|&(switch, one, other, _)| (switch, one, other) == name);
                match (told, excluded) {
                    (false, false) => problems.push(format!("no case tells apart {name:?}")),
                    (true, true) => problems.push(format!("{name:?} are told apart: include them")),
                    (true, false) | (false, true) => {}
                }
            }
        }
    }
    assert_none(&problems);
}

/// A case that says nothing of a switch comes out alike under all its values.
#[test]
fn cases_state_the_readings_they_rest_on() {
    let cases = cases();
    let mut problems = Vec::new();
    for case in &cases {
        for switch in Switch::ALL {
            let pinned = case.rulings.iter().any(|reading| reading.switch.name == switch.name);
            let varied = case.by.iter().any(|branch| {
                matches!(branch.on, Variation::Reading(reading) if reading.switch.name == switch.name)
            });
            if pinned || varied {
                continue;
            }
            for value in (switch.values)().into_iter().skip(1) {
                for run in case.runs() {
                    let wrong = failures(&under(&run, switch, value), &mut Reference);
                    let say = |wrong| {
                        format!("{} differs under {}={value}: {wrong}", case.id, switch.name)
                    };
                    problems.extend(wrong.into_iter().map(say));
                }
            }
        }
    }
    assert_none(&problems);
}

/// What a case expects outside `by` holds for every value in it.
#[test]
fn common_expectations_hold_for_every_value() {
    let cases = cases();
    let mut problems = Vec::new();
    for case in cases.iter().filter(|case| !case.expect.is_empty()) {
        for run in case.runs().iter().filter(|run| run.branch.is_some()) {
            let common = Run { branch: None, ..run.clone() };
            let value = run.branch.map(|branch| branch.on.to_string()).unwrap_or_default();
            let say = |wrong| format!("{} under {value}: {wrong}", case.id);
            problems.extend(failures(&common, &mut Reference).into_iter().map(say));
        }
    }
    assert_none(&problems);
}
