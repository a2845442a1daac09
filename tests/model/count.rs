//! Chapter SCORE, with R-CLEAN, R-NEUTRALISED, R-PASSALIVE, R-DEDUCT and R-MARKS.

use std::collections::BTreeMap;

use ternary_go::{
    Marks, Player, Point, Quarters, Score, Stone,
    rules::{Rules, extras::Extras},
};

use super::{Group, Model, Points, Position};

/// The clause that refuses marks.
type Refused = &'static str;

impl Model {
    /// Counts a position.
    pub(crate) fn score(
        &self,
        rules: &Rules,
        given: &Position,
        marks: &Marks,
    ) -> Result<Score, Refused> {
        let komi = rules.komi;
        // LAYER-3: the count is taken on the holographic layer.
        let layer = match self.is("LAYER-3: points are counted on the base layer") {
            true => given.clone(),
            false => self.layer(rules, given),
        };
        let position = &layer;
        if self.is("R-MARKS: neutralised marks are checked before dead ones") {
            self.neutralised(position, &marks.neutralised)?;
        }
        let dead = self.clean(rules, position, &marks.dead)?;
        let cleaned = self.cleaned(rules, given, &layer, &dead);
        let neutralised = match () {
            () if self.is("R-MARKS: neutralised marks are judged on the position as given") => {
                self.neutralised(position, &marks.neutralised)?
            }
            () => self.neutralised(&cleaned, &marks.neutralised)?,
        };
        let counted = self.neutralise(rules, &cleaned, &neutralised);
        Ok(self.count(&counted, &neutralised, komi))
    }

    /// The string marked by a point: a mark stands for the whole joined string (R-MARKS).
    fn marked(&self, position: &Position, mark: Point) -> Option<Group> {
        let holds = |string: &Group| string.stones.contains(&mark);
        if self.is("R-MARKS: a gray stone of a joined string may not be named")
            && position.natured.contains(&mark)
        {
            return None;
        }
        match position.at(mark) {
            Some(Stone::Black | Stone::White) => self.strings(position).into_iter().find(holds),
            Some(Stone::Gray) if self.is("R-MARKS: a gray string may be marked") => {
                self.strings(position).into_iter().find(holds)
            }
            Some(Stone::Gray) | None => None,
        }
    }

    /// R-CLEAN: the holographic position without the dead strings, with the natures for the count.
    fn cleaned(
        &self,
        rules: &Rules,
        given: &Position,
        layer: &Position,
        dead: &Points,
    ) -> Position {
        let left = match self.is("R-CLEAN: the gray stones of a dead string stay") {
            true => given.without(&(dead - &layer.natured)),
            false => given.without(dead),
        };
        if self.reads(rules, "scoring-natures", "before-removal") || left == *layer {
            return layer.without(dead);
        }
        if self.is("LAYER-3: points are counted on the base layer") {
            return left;
        }
        if self.is("R-CLEAN: R-SHIFT is applied after the removal") {
            let anywhere = (Point::new(24, 24).expect("a point"), Stone::Black);
            return self.settled(rules, &left, &left, Player::Black, anywhere).layer;
        }
        self.layer(rules, &left)
    }

    /// R-MARKS, 1 and 2, then SCORE-2 and R-CLEAN: the points of the strings marked dead.
    fn clean(
        &self,
        rules: &Rules,
        position: &Position,
        marks: &[Point],
    ) -> Result<Points, Refused> {
        let mut dead = Vec::new();
        for &mark in marks {
            match self.marked(position, mark) {
                Some(string) => {
                    let again = dead.iter().any(|other: &Group| other.stones == string.stones);
                    if again && self.is("R-MARKS: a second mark on a string is refused") {
                        return Err("SCORE-2");
                    }
                    dead.push(string);
                }
                None if self.is("R-MARKS: a mark that means nothing is ignored") => {}
                None => return Err("SCORE-2"),
            }
            if self.is("R-MARKS: marks are checked one after the other")
                && self.is_pass_alive(position, dead.last().expect("a string"))
            {
                return Err("R-NEUTRALISED");
            }
        }
        let replaced = rules.extras == Extras::Replacements && rules.allowance.count > 0;
        let unchecked = self.is("R-NEUTRALISED: a pass-alive string may be marked dead")
            || replaced
                && self.is("R-PASSALIVE: while replacements are left no string is pass-alive");
        for string in &dead {
            let mut judged = position.clone();
            if self.is("R-MARKS: dead marks are judged with the other dead strings removed") {
                let others = dead.iter().filter(|other| other.stones != string.stones);
                judged = judged.without(&others.flat_map(|other| &other.stones).copied().collect());
            }
            if !unchecked && self.is_pass_alive(&judged, string) {
                return Err("R-NEUTRALISED");
            }
        }
        let mut removed: Points = dead.iter().flat_map(|string| &string.stones).copied().collect();
        if self.is("R-CLEAN: the marked stone alone is removed, not its string") {
            removed = marks.iter().copied().collect();
        }
        if self.is("R-CLEAN: strings marked dead stay") {
            removed.clear();
        }
        let cleaned = position.without(&removed);
        if self.is("R-CLEAN: strings without liberties are removed with the dead, unmarked") {
            let left = self.without_dead_strings(&cleaned);
            let gone = |point: &&Point| left.at(**point).is_none();
            return Ok(position.stones.keys().filter(gone).copied().collect());
        }
        if self.is("R-CLEAN: strings in atari are removed with the dead of their colour") {
            let around: Points = self
                .strings(position)
                .into_iter()
                .filter(|string| string.colour != Stone::Gray)
                .filter(|string| dead.iter().any(|dead| dead.colour == string.colour))
                .filter(|string| string.count < 2)
                .flat_map(|string| string.stones)
                .collect();
            removed.extend(around);
        }
        Ok(removed)
    }

    /// R-MARKS, 3 and 4: the strings marked as neutralised, on the cleaned board.
    fn neutralised(&self, cleaned: &Position, marks: &[Point]) -> Result<Vec<Group>, Refused> {
        let mut strings = Vec::new();
        for &mark in marks {
            match self.marked(cleaned, mark) {
                Some(string) => strings.push(string),
                None if self.is("R-MARKS: a mark that means nothing is ignored") => {}
                None => return Err("SCORE-6"),
            }
            if self.is("R-MARKS: marks are checked one after the other")
                && !self.is_accepted(cleaned, strings.last().expect("a string"), &strings)
            {
                return Err("R-NEUTRALISED");
            }
        }
        for string in &strings {
            let together = match self.is("R-NEUTRALISED: every mark is taken by itself") {
                true => std::slice::from_ref(string),
                false => &strings,
            };
            if !self.is_accepted(cleaned, string, together) {
                return Err("R-NEUTRALISED");
            }
        }
        Ok(strings)
    }

    /// R-NEUTRALISED: whether a string marked together with others is accepted.
    fn is_accepted(&self, cleaned: &Position, string: &Group, marked: &[Group]) -> bool {
        let fields = self.fields(cleaned).len() >= 2
            || self.is("R-NEUTRALISED: the board need not have two fields");
        let opponent = string.colour.player().map(Player::opponent);
        let shares = |region: &Points| {
            let near = |other: &Group| self.sets_adjacent(region, &other.stones);
            let unmarked =
                |other: &Group| marked.iter().all(|marked| marked.stones != other.stones);
            let opponents = self.strings(cleaned);
            let meets = opponents
                .iter()
                .filter(|other| other.colour.player() == opponent)
                .any(|other| near(other) && unmarked(other));
            near(string) && meets
        };
        let alone = !self.empty_regions(cleaned).iter().any(shares)
            || self.is("R-NEUTRALISED: the string may share an empty region with the opponent's");
        let alive = self.is_pass_alive(cleaned, string)
            && !self.is("R-NEUTRALISED: a pass-alive string may be marked as neutralised");
        self.holds("R-NEUTRALISED", fields && alone && !alive)
    }

    /// R-NEUTRALISED: the fields, maximal connected sets of points that hold no neutral gray.
    fn fields(&self, position: &Position) -> Vec<Points> {
        let gray = |point: Point| position.at(point) == Some(Stone::Gray);
        let free = |point: &Point| !gray(*point);
        let mut points: Points = self.points(position.size).into_iter().filter(free).collect();
        let mut fields = Vec::new();
        while let Some(&start) = points.first() {
            let mut field = Points::from([start]);
            loop {
                let joins = |&q: &Point| field.iter().any(|&p| self.adjacent(p, q));
                let more: Points = points.iter().copied().filter(joins).collect();
                if more.is_subset(&field) {
                    break;
                }
                field.extend(more);
            }
            points = &points - &field;
            fields.push(field);
        }
        fields
    }

    fn is_pass_alive(&self, position: &Position, string: &Group) -> bool {
        let side = string.colour.player();
        let alive = side.map(|side| self.pass_alive(position, side)).unwrap_or_default();
        alive.iter().any(|alive| alive.stones == string.stones)
    }

    /// R-NEUTRALISED: the pass-alive strings of a side, by steps 1 to 7.
    pub(crate) fn pass_alive(&self, position: &Position, side: Player) -> Vec<Group> {
        if !position.natured.is_empty()
            && self.is("R-PASSALIVE: where gray has a nature no string is pass-alive")
        {
            return Vec::new();
        }
        let mut strings = self.own_strings(position, side);
        let touches = |region: &Points, string: &Group| self.sets_adjacent(region, &string.stones);
        // 1 and 3.
        let mut regions = self.enclosed_regions(position, side);
        regions.retain(|region| strings.iter().any(|string| touches(region, string)));
        // 2.
        let is_vital = |region: &Points, string: &Group| {
            let every = self.is("R-NEUTRALISED: in a vital region stones count as liberties too");
            let mut empty = region.clone();
            empty.retain(|&point| position.at(point).is_none() || every);
            let clean = empty.len() == region.len()
                || !self.is("R-NEUTRALISED: a region with stones in it is not vital");
            let holds_empty = !empty.is_empty()
                || self.is("R-NEUTRALISED: a region without an empty point is vital");
            let near = |p: Point| string.stones.iter().any(|&stone| self.adjacent(stone, p));
            holds_empty && clean && empty.iter().all(|&point| near(point))
        };
        let needed = match self.is("R-NEUTRALISED: one vital region is enough") {
            true => 1,
            false => 2,
        };
        let (mut strings_before, mut regions_before) = (usize::MAX, usize::MAX);
        // 6.
        while (strings.len(), regions.len()) != (strings_before, regions_before) {
            (strings_before, regions_before) = (strings.len(), regions.len());
            // 4.
            let vital = |string: &Group| {
                regions.iter().filter(|region| is_vital(region, string)).count() >= needed
            };
            let left: Vec<Group> = strings.iter().filter(|string| vital(string)).cloned().collect();
            // 5.
            let all = self.own_strings(position, side);
            let gone = |string: &&Group| left.iter().all(|other| other.stones != string.stones);
            let gone: Vec<&Group> = all.iter().filter(gone).collect();
            if !self.is("R-NEUTRALISED: regions beside strings that may die still count") {
                regions.retain(|region| !gone.iter().any(|string| touches(region, string)));
            }
            strings = left;
            if self.is("R-NEUTRALISED: steps 4 and 5 are not repeated") {
                break;
            }
        }
        strings
    }

    /// SCORE-6: the stones of neutralised strings count as neutral gray.
    fn neutralise(&self, rules: &Rules, cleaned: &Position, strings: &[Group]) -> Position {
        let mut counted = cleaned.clone();
        if self.is("SCORE-6: neutralised strings count as they stand") {
            return counted;
        }
        for &point in strings.iter().flat_map(|string| &string.stones) {
            if self.is("SCORE-6: neutralised strings are removed") {
                counted.stones.remove(&point);
            } else {
                counted.stones.insert(point, Stone::Gray);
            }
        }
        if self.is("SCORE-6: natures are worked out anew with the neutralised strings as gray") {
            for &point in &cleaned.natured {
                counted.stones.insert(point, Stone::Gray);
            }
            counted.natured.clear();
            return self.layer(rules, &counted);
        }
        counted
    }

    /// SCORE-2 to SCORE-5, and SCORE-7: the counts in quarters of a stone.
    fn count(&self, position: &Position, neutralised: &[Group], komi: Quarters) -> Score {
        let own = |stone: Stone| stone.player();
        let mut quarters: BTreeMap<Player, i32> = BTreeMap::from(Player::ALL.map(|c| (c, 0)));
        let mut neutral = 0;
        // SCORE-2: a stone left counts as one for its side.
        for &stone in position.stones.values() {
            for side in Player::ALL {
                if self.holds("SCORE-2", own(stone) == Some(side)) {
                    *quarters.get_mut(&side).expect("a side") += 4;
                }
            }
            let left_out = self.is("SCORE-5: gray stones are no part of X");
            if stone == Stone::Gray && !left_out {
                neutral += 4;
            }
        }
        let taken: usize = neutralised.iter().map(|string| string.stones.len()).sum();
        if self.is("SCORE-6: neutralised strings are no part of X") {
            neutral -= 4 * i32::try_from(taken).expect("a few stones");
        }
        for region in self.empty_regions(position) {
            let touches = self.touches(position, &region);
            let touches = |stone: Stone| touches.contains(&stone);
            let gray = touches(Stone::Gray);
            let size = i32::try_from(region.len()).expect("a board has few points");
            let spoilt = gray && self.is("SCORE-3: gray beside a region makes it neutral");
            let mut counted = false;
            for side in Player::ALL {
                let (mine, theirs) = (touches(side.stone()), touches(side.opponent().stone()));
                let count = quarters.get_mut(&side).expect("a side");
                // SCORE-3: territory.
                if self.holds("SCORE-3", mine && !theirs && !spoilt) {
                    *count += 4 * size;
                    counted = true;
                }
                // SCORE-4: half and half.
                let none = self.is("SCORE-4: shared points are neutral")
                    || size % 2 == 1 && self.is("SCORE-4: an odd region is not shared");
                if self.holds("SCORE-4", mine && theirs && !none) {
                    *count += 2 * size;
                    counted = true;
                }
            }
            // SCORE-5: neutral. B + W + X = N.
            let neither = !touches(Stone::Black) && !touches(Stone::White);
            let lost = neither && self.is("SCORE-5: neutral empty points are no part of X");
            if self.holds("SCORE-5", neither || !counted) && !lost {
                neutral += 4 * size;
            }
        }
        let (black, white) = (quarters[&Player::Black], quarters[&Player::White]);
        // SCORE-7: Y = (N − X) / 2, and the komi as agreed (SCORE-1).
        let points = i32::try_from(position.size.points()).expect("a board has few points");
        let half = match () {
            () if self.is("SCORE-7: gray is not taken off: Y is half of all points") => 2 * points,
            () if self.is("SCORE-7: the komi is taken off Black alone") => white,
            () => (4 * points - neutral) / 2,
        };
        let komi = match komi.0 {
            _ if self.is("SCORE-1: the komi is always 3.75 stones") => 15,
            _ if self.is("SCORE-1: there is no komi") => 0,
            komi if self.is("SCORE-1: the komi is in whole stones") => komi / 4 * 4,
            komi if self.is("SCORE-1: a komi below zero is none") => komi.max(0),
            komi if self.is("SCORE-1: the komi is counted in points, as in GTP") => 2 * komi,
            komi if self.is("SCORE-7: a draw goes to White") && black - half == komi => komi + 1,
            komi => komi,
        };
        Score {
            black: Quarters(black),
            white: Quarters(white),
            neutral: Quarters(neutral),
            half: Quarters(half),
            komi: Quarters(komi),
        }
    }
}
