//! A child process with pipes, limits and a sure end.

use std::{
    collections::BTreeSet,
    io::{BufReader, Read, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{
    line::{BadLine, next_line},
    session::{Fault, FaultKind},
    wire::LONGEST_LINE,
};

/// The variable that marks a process and all that it starts.
const MARK: &str = "TGO_ENGINE";

/// How much of its standard error is kept, in bytes.
const KEPT: usize = 4096;

/// How many lines of its output wait to be read. Each may be as long as a line may be.
const WAITING_LINES: usize = 8;

/// How often a silent process is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How many glances after its end the last of its output may take. Without an end to its output:
/// something that it started may hold that open.
const LAST_GLANCES: u32 = 4;

/// The process groups that run. It stays locked when all are killed, so that none is started then.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running command. Dropping it kills it with all that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    mark: String,
    input: Option<Sender<String>>,
    lines: Receiver<Result<String, BadLine>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Reads its standard error.
    errors_reader: JoinHandle<()>,
}

impl Process {
    /// Starts a command in a shell, in a process group of its own.
    ///
    /// # Errors
    /// When there is no shell, or the system has no more processes.
    pub fn start(command: &str) -> Result<Self, Fault> {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}.", std::process::id());
        let mut shell = shell(command);
        shell.env(MARK, &mark).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error| Fault::new(FaultKind::Crash, format!("cannot start it: {error}"));
        let mut groups = lock(&GROUPS);
        let mut child = shell.spawn().map_err(failed)?;
        groups.insert(child.id());
        drop(groups);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, to_write) = mpsc::channel();
        // A process that floods its output waits when nobody reads on.
        let (line, lines) = mpsc::sync_channel(WAITING_LINES);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        thread::spawn(move || stdin.map(|stdin| write_all(stdin, &to_write)));
        thread::spawn(move || stdout.map(|stdout| read_lines(stdout, &line)));
        let errors_reader = thread::spawn(move || {
            if let Some(stderr) = stderr {
                keep_end(stderr, &kept);
            }
        });
        Ok(Self { child, mark, input: Some(input), lines, errors, errors_reader })
    }

    /// Sends a line. It does not wait for the process to read it.
    ///
    /// # Errors
    /// When the process reads no more.
    pub fn write_line(&mut self, line: String) -> Result<(), Fault> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(line).is_ok());
        if sent { Ok(()) } else { Err(self.ended("it closed its input")) }
    }

    /// The next line of its output, within a time from the beginning: the answer to something, or a
    /// part of it.
    ///
    /// # Errors
    /// When none comes in time, or none can come.
    pub fn read_line(
        &mut self,
        begin: Instant,
        limit: Duration,
        to: &str,
    ) -> Result<String, Fault> {
        let mut ended = 0;
        loop {
            let left = limit.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                // Lines without end are no answer either.
                Ok(Ok(line)) if !left.is_zero() => return Ok(line),
                Ok(Ok(_)) => {}
                Ok(Err(bad)) => return Err(self.fault(FaultKind::Error, bad.to_string())),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended("it closed its output"));
                }
                Err(RecvTimeoutError::Timeout) => ended += u32::from(self.has_ended()),
            }
            if ended == LAST_GLANCES || (left.is_zero() && ended > 0) {
                return Err(self.ended(""));
            }
            if left.is_zero() {
                let message = format!("no answer{to} within {} ms", limit.as_millis());
                return Err(self.fault(FaultKind::Timeout, message));
            }
        }
    }

    /// A line of its output that waits already and is not blank.
    pub fn waiting_line(&mut self) -> Option<String> {
        let lines = std::iter::from_fn(|| self.lines.try_recv().ok());
        // One that floods its output never has none that waits.
        lines.take(1000).find_map(|line| line.ok().filter(|line| !line.trim().is_empty()))
    }

    /// Closes its input and waits for its end.
    ///
    /// # Errors
    /// When it says more, or does not end in time.
    pub fn ends(&mut self, limit: Duration) -> Result<(), Fault> {
        self.input = None;
        let (begin, mut ended) = (Instant::now(), 0);
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(Ok(line)) if line.trim().is_empty() => {}
                Ok(line) => {
                    let line = line.unwrap_or_else(|bad| bad.to_string());
                    let line: String = line.chars().take(200).collect();
                    let message = format!("more output after the last answer: {line:?}");
                    return Err(self.fault(FaultKind::Error, message));
                }
                Err(RecvTimeoutError::Disconnected) if self.has_ended() => {
                    return self.ended_well();
                }
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
                Err(RecvTimeoutError::Timeout) => ended += u32::from(self.has_ended()),
            }
            let over = begin.elapsed() > limit;
            if ended == LAST_GLANCES || (over && ended > 0) {
                return self.ended_well();
            }
            if over {
                let message = "it goes on after the last request and the end of its input";
                return Err(self.fault(FaultKind::Timeout, message));
            }
        }
    }

    /// A fault with the end of its standard error.
    pub fn fault(&self, kind: FaultKind, message: impl Into<String>) -> Fault {
        let errors = lock(&self.errors);
        let errors = String::from_utf8_lossy(&errors);
        let said: Vec<String> = errors.lines().map(|line| format!("\n  | {line}")).collect();
        let mut message = message.into();
        if !said.is_empty() {
            message += "\nits standard error:";
            message += &said[said.len().saturating_sub(12)..].concat();
        }
        Fault::new(kind, message)
    }

    /// After the last answer any exit code will do, but no signal.
    fn ended_well(&mut self) -> Result<(), Fault> {
        match self.child.try_wait() {
            // A shell says by its exit code which signal ended a command.
            Ok(Some(status)) if status.code().is_none_or(|code| (129..=192).contains(&code)) => {
                Err(self.ended(""))
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// The fault of having ended, or else of what it did instead.
    fn ended(&mut self, instead: &str) -> Fault {
        let how = self.end().unwrap_or_else(|| instead.into());
        self.fault(FaultKind::Crash, how)
    }

    /// How it ended, if it has. Its end and the rest of its standard error are waited for a little.
    pub fn end(&mut self) -> Option<String> {
        self.wait_for(20 * GLANCE, Self::has_ended);
        self.wait_for(LAST_GLANCES * GLANCE, |process| process.errors_reader.is_finished());
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("it ended: {}", describe(status)))
    }

    fn wait_for(&mut self, limit: Duration, done: impl Fn(&mut Self) -> bool) {
        let begin = Instant::now();
        while !done(self) && begin.elapsed() < limit {
            thread::sleep(GLANCE / 10);
        }
    }
}

/// Has every process whose parents end become a child of this one, so that none is lost that has
/// left its group and cleared its environment (Linux).
///
/// For a program that starts no children but engines: orphans are killed once no engine runs. The
/// children that it has by now are not its own, and are spared with all that they start.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        SPARED.get_or_init(|| descendants(std::process::id(), &[]));
        let adopts = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        ADOPTS.store(adopts.is_ok(), Ordering::Relaxed);
    }
}

/// The descendants that this process had at its start: a shell may have started them and become it.
static SPARED: OnceLock<Vec<u32>> = OnceLock::new();

/// Whether orphans become children of this process.
static ADOPTS: AtomicBool = AtomicBool::new(false);

impl Drop for Process {
    fn drop(&mut self) {
        // The number of one that has ended may be another's by now.
        let runs = matches!(self.child.try_wait(), Ok(None));
        let descendants = if runs { descendants(self.child.id(), &[]) } else { Vec::new() };
        kill_group(self.child.id());
        let _ = self.child.kill();
        kill_marked(&self.mark);
        descendants.into_iter().for_each(kill);
        let _ = self.child.wait();
        let mut groups = lock(&GROUPS);
        groups.remove(&self.child.id());
        // Nobody knows whose an orphan is while other engines run.
        if groups.is_empty() && ADOPTS.load(Ordering::Relaxed) {
            kill_orphans();
        }
    }
}

fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(127) => "exit code 127, as when there is no such command".into(),
        Some(code @ 129..=192) => format!("exit code {code}, as after signal {}", code - 128),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

fn write_all(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // In one piece, so that the process wakes up once.
        if input.write_all((line + "\n").as_bytes()).is_err() {
            return;
        }
        let _ = input.flush();
    }
}

fn read_lines(output: impl Read, lines: &SyncSender<Result<String, BadLine>>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output, LONGEST_LINE) {
        let bad = line.is_err();
        if lines.send(line).is_err() || bad {
            return;
        }
    }
}

fn keep_end(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&bytes[..count]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

#[cfg(unix)]
fn kill(process: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        let _ = kill_process(process, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

/// The processes that a process has started, and those that they have, but for some with all that
/// they have started (Linux).
fn descendants(process: u32, spared: &[u32]) -> Vec<u32> {
    let mut parents: Vec<(u32, u32)> = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = pid.filter(|pid| !spared.contains(pid)) else { continue };
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        parents.extend(parent.and_then(|parent| Some((pid, parent.trim().parse().ok()?))));
    }
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

/// All that this process has started.
fn own() -> Vec<u32> {
    descendants(std::process::id(), SPARED.get().map_or(&[], Vec::as_slice))
}

/// Kills the children of this process, and what becomes its child by that. No engine runs.
#[cfg(unix)]
fn kill_orphans() {
    use rustix::process::{WaitOptions, wait};
    let begin = Instant::now();
    while begin.elapsed() < 20 * GLANCE {
        // Those that have ended are let go.
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        let orphans = own();
        if orphans.is_empty() {
            return;
        }
        orphans.into_iter().for_each(kill);
        thread::sleep(GLANCE / 10);
    }
}

#[cfg(not(unix))]
fn kill_orphans() {}

/// Kills what has left the process group but carries a mark that begins so (Linux).
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let mark = format!("{MARK}={mark}");
    let is_marked = |pid: i32| {
        let variables = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable.starts_with(mark.as_bytes()))
    };
    // A process may start another while we look: look again until there is none.
    for _ in 0..10 {
        let Ok(entries) = std::fs::read_dir("/proc") else { return };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut found = false;
        for pid in names.filter_map(|name| name.parse().ok()).filter(|&pid| is_marked(pid)) {
            found |= Pid::from_raw(pid).is_some_and(|pid| kill_process(pid, Signal::KILL).is_ok());
        }
        if !found {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_: &str) {}

/// Kills every process that this one has started, and lets it start no more: the last thing that
/// it does when it is interrupted.
pub fn kill_all() {
    let groups = lock(&GROUPS);
    own().into_iter().for_each(kill);
    groups.iter().for_each(|group| kill_group(*group));
    kill_marked(&format!("{}-", std::process::id()));
    std::mem::forget(groups);
}
