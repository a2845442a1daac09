//! YAML in: scalars, lists and maps, each with the bytes where it stands.
//!
//! This is the one module that knows the YAML library.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Deref, Range},
};

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_saphyr::{
    DefaultMessageFormatter, Error, Location, MergeKeyPolicy, MessageFormatter, Spanned,
    budget::BudgetBreach,
};

use super::error::{Fault, Source};
use crate::{point::short, rules::UnknownName};

/// Where a value stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: usize,
    end: usize,
    /// The byte at which it is used: another one where it is an alias.
    pub(super) used: usize,
}

impl Span {
    fn of<T>(spanned: &Spanned<T>) -> Self {
        let byte = |location: &Location| location.span().byte_offset().unwrap_or(0) as usize;
        let start = byte(&spanned.defined);
        let length = spanned.defined.span().byte_len().unwrap_or(0) as usize;
        Self { start, end: start + length, used: byte(&spanned.referenced) }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(super) struct Node<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Node<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { span: Span::of(&spanned), value: spanned.value })
    }
}

/// The exact text of a scalar with its place.
pub(super) type Scalar = Node<String>;

/// A scalar; `K` says of what kind, for the schema.
#[derive(Clone, Debug)]
pub(super) struct Text<K>(Scalar, PhantomData<fn() -> K>);

impl<K> Deref for Text<K> {
    type Target = Scalar;

    fn deref(&self) -> &Scalar {
        &self.0
    }
}

impl<'de, K> Deserialize<'de> for Text<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Scalar::deserialize(deserializer).map(|scalar| Self(scalar, PhantomData))
    }
}

/// A list with its place.
pub(super) type List<T> = Node<Vec<T>>;

/// A map with its place: its entries in the order of the file.
pub(super) type Map<K, V> = Node<Entries<K, V>>;

/// The entries of a map.
#[derive(Clone, Debug)]
pub(super) struct Entries<K, V>(pub(super) Vec<(Text<K>, V)>);

impl<'de, K, V: Deserialize<'de>> Deserialize<'de> for Entries<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<K, V> {
    type Value = Entries<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

/// A key that may be left out, but may not be left empty.
#[derive(Clone, Debug)]
pub(super) struct Maybe<T>(pub(super) Option<T>);

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

/// Reads the one document of a source.
pub(super) fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Fault> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 16,
            max_aliases: 1000,
            max_nodes: 50_000,
            max_total_scalar_bytes: 1 << 20,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 10_000,
        },
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(&source.text, options).map_err(|error| {
        let location = error.location().unwrap_or(Location::UNKNOWN);
        Trouble { source, error: innermost(&error), location }.fault()
    })
}

fn innermost(error: &Error) -> &Error {
    let mut error = error.without_snippet();
    while let Error::AliasError { error: inner, .. } = error {
        error = inner.without_snippet();
    }
    error
}

/// An error of the YAML library with the source it is about.
struct Trouble<'a> {
    source: &'a Source,
    error: &'a Error,
    location: Location,
}

impl Trouble<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a library's errors, more in each version")]
    fn fault(&self) -> Fault {
        let range = self.range();
        match self.error {
            Error::Eof { .. } => self.too_short(range),
            Error::MultipleDocuments { .. } => {
                Fault::new(range, "a second document begins here").with_help("one case a file")
            }
            Error::Unexpected { expected, .. } => self.wrong_kind(range, expected),
            Error::NullIntoString { .. } => self.missing_value(range),
            Error::MergeKeyNotAllowed { .. } => Fault::new(range, "merge keys are not used here"),
            Error::DuplicateMappingKey { key, .. } => self.twice(range, key.as_deref()),
            Error::SerdeUnknownField { field, expected, .. } => unknown_key(range, field, expected),
            Error::SerdeMissingField { field, .. } => self.missing_key(range, field),
            Error::UnsupportedTag { tag, .. } => {
                Fault::new(range, format!("the tag `{tag}` means nothing here"))
            }
            Error::TaggedScalarCannotDeserializeIntoString { .. }
            | Error::InvalidBinaryBase64 { .. } => {
                Fault::new(range, "this tag means nothing here").with_help("write the bare value")
            }
            Error::UnknownAnchor { .. } => {
                Fault::new(range, "no anchor of this name stands before").with_help(
                    "a value that begins with `*` is an alias in YAML: quote it otherwise",
                )
            }
            Error::RecursiveReferencesRequireWeakTypes { .. } => {
                Fault::new(range, "this alias stands inside the value that it names")
            }
            Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => too_deep(range),
            Error::Budget { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. } => {
                Fault::new(range, "this file grows beyond all bounds when it is read")
                    .with_help("a case needs few aliases or none")
            }
            _ => self.not_yaml(range),
        }
    }

    fn range(&self) -> Range<usize> {
        let location = self.location;
        if let (Some(start), Some(length)) =
            (location.span().byte_offset(), location.span().byte_len())
        {
            return start as usize..(start + length) as usize;
        }
        let start = self.source.byte_at(location.line() as usize, location.column() as usize);
        start..start + 1
    }

    fn too_short(&self, range: Range<usize>) -> Fault {
        if self.source.first_line().is_empty() {
            Fault::new(0..0, "the file is empty").with_help("a case begins with its `id`")
        } else {
            Fault::new(range, "the file ends too early")
        }
    }

    fn missing_key(&self, range: Range<usize>, key: &str) -> Fault {
        // The keys of the whole case are missing from its top, others from where they belong.
        let range = if key == "moves" { range } else { self.source.first_line() };
        Fault::new(range, format!("the key `{key}` is missing"))
    }

    fn missing_value(&self, range: Range<usize>) -> Fault {
        match self.key_before(range.start) {
            Some(key) => Fault::new(range, format!("`{key}` has no value")),
            None => Fault::new(range, "a value is missing here"),
        }
    }

    fn twice(&self, range: Range<usize>, key: Option<&str>) -> Fault {
        let written = self.source.text.get(range.clone()).unwrap_or_default();
        let message = format!("the key `{}` stands twice", key.unwrap_or(written));
        Fault::new(range, message).with_help("give it once, with all it is to say")
    }

    /// A list, map or single value where another of these is due.
    fn wrong_kind(&self, range: Range<usize>, expected: &str) -> Fault {
        if self.source.first_line().is_empty() {
            return self.too_short(range);
        }
        let rest = self.source.text.get(range.start..).unwrap_or_default();
        let of_map = expected.contains("mapping");
        let of_list = expected.contains("sequence");
        let found = match rest.chars().next() {
            Some('[') => "a list",
            Some('{') => "a map",
            Some('-') if rest[1..].starts_with([' ', '\n', '\r']) => "a list",
            None | Some(':' | ',' | '}' | ']') => return self.missing_value(range),
            // The start of a map in block style is empty.
            _ if range.is_empty() => "a map",
            _ => "a single value",
        };
        let written = self.source.text.get(range.clone()).unwrap_or_default();
        let (due, help) = match (of_map, of_list) {
            (true, _) => ("a map", "write `{ key: value }`, or one key a line".into()),
            (_, true) if found == "a map" => ("a list", "write `[one, other]`".into()),
            (_, true) if written.contains('\n') => {
                ("a list", "write `- |` above each diagram".into())
            }
            (_, true) => ("a list", format!("write `[{}]`", short(written))),
            _ if found == "a list" => {
                ("a single value", "write the words in one line, separated by blanks".into())
            }
            _ => ("a single value", "write a word, a number or a text".into()),
        };
        let message = match self.key_before(range.start) {
            Some(key) => format!("`{key}` takes {due}, not {found}"),
            None => format!("{due} is due here, not {found}"),
        };
        Fault::new(range, message).with_help(help)
    }

    /// The key whose value begins at a byte.
    fn key_before(&self, byte: usize) -> Option<&str> {
        let before = self.source.text.get(..byte)?.trim_end();
        let colon = self.source.text.get(byte..)?.starts_with(':');
        let block = before.trim_end_matches(|sign| "|>+-123456789".contains(sign)).trim_end();
        let before = if colon { before } else { block.strip_suffix(':')? };
        let key = before.rsplit(['\n', '{', ',', ' ']).next()?.trim_matches(['"', '\'']);
        (!key.is_empty() && key.len() <= 40).then_some(key)
    }

    fn not_yaml(&self, range: Range<usize>) -> Fault {
        let message = DefaultMessageFormatter.format_message(self.error);
        if message.contains("recursion limit") {
            return too_deep(range);
        }
        let message = message.replace("`@'", "`@`");
        let line = self.source.line_range(self.source.line(range.start));
        let text = &self.source.text[line];
        let indentation = &text[..text.len() - text.trim_start().len()];
        let help = if indentation.contains('\t') {
            "indent with blanks: YAML allows no tab here"
        } else if message.contains("anchor or alias") {
            "a value that begins with `*` is an alias in YAML: write a diagram below `|`"
        } else if message.contains("expected key") || message.contains("wrongly indented") {
            "YAML takes a block's indentation from its first line: begin a diagram with a row, \
             not with the column letters, and write `|2` where row numbers have two digits"
        } else if message.contains("quote") {
            "the closing quote is missing"
        } else if message.contains("mapping values") {
            "quote a text with a colon in it, and begin all keys of a map in one column"
        } else {
            "a value with signs that mean something in YAML stands in quotes"
        };
        Fault::new(range, format!("this is not YAML: {message}")).with_help(help)
    }
}

fn unknown_key(range: Range<usize>, key: &str, expected: &[&str]) -> Fault {
    let unknown = UnknownName::new("key", key, expected.iter().copied());
    let fault = Fault::new(range, unknown.to_string());
    match unknown.nearest() {
        Some(_) => fault,
        None if expected.len() <= UnknownName::LISTED => fault,
        None => fault.with_help(format!("the keys here are {}", expected.join(", "))),
    }
}

fn too_deep(range: Range<usize>) -> Fault {
    Fault::new(range, "lists and maps are nested too deeply here")
        .with_help("no key of a case is more than a few levels deep")
}
