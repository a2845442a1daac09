//! Embeds `spec/` and `cases/` in the crate: a table of names and texts for each.

use std::{env, fmt::Write as _, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let mut text = String::new();
    let tables = [
        ("SPEC", "spec", "md", ""),
        ("CASES", "cases", "yaml", "#[cfg(feature = \"conformance\")]\n"),
    ];
    for (table, folder, extension, condition) in tables {
        let mut files = Vec::new();
        collect(&Path::new(&root).join(folder), extension, &mut files);
        files.sort();
        writeln!(text, "{condition}pub(crate) static {table}: &[(&str, &str)] = &[").unwrap();
        for path in files {
            let name = path.strip_prefix(&format!("{root}/")).unwrap_or(&path).replace('\\', "/");
            writeln!(text, "    ({name:?}, include_str!({path:?})),").unwrap();
        }
        writeln!(text, "];").unwrap();
    }
    fs::write(Path::new(&out).join("embedded.rs"), text).expect("the out folder can be written");
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<String>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|found| found == extension) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path.to_string_lossy().into_owned());
        }
    }
}
