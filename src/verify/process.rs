//! A child process with pipes, limits and a sure end.

use std::{
    io::{BufReader, Read, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
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

/// How often a silent process is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// A running command. Dropping it kills it with all that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    mark: String,
    input: Option<Sender<String>>,
    lines: Receiver<Result<String, BadLine>>,
    errors: Arc<Mutex<Vec<u8>>>,
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
        let mut child = shell.spawn().map_err(failed)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, to_write) = mpsc::channel();
        // A process that floods its output waits when nobody reads on.
        let (line, lines) = mpsc::sync_channel(64);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        thread::spawn(move || stdin.map(|stdin| write_all(stdin, &to_write)));
        thread::spawn(move || stdout.map(|stdout| read_lines(stdout, &line)));
        thread::spawn(move || stderr.map(|stderr| keep_end(stderr, &kept)));
        Ok(Self { child, mark, input: Some(input), lines, errors })
    }

    /// Sends a line. It does not wait for the process to read it.
    ///
    /// # Errors
    /// When the process reads no more.
    pub fn write_line(&mut self, line: String) -> Result<(), Fault> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(line).is_ok());
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line of its output.
    ///
    /// # Errors
    /// When none comes in time, or none can come.
    pub fn read_line(&mut self, limit: Duration) -> Result<String, Fault> {
        let begin = Instant::now();
        loop {
            let left = limit.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(bad)) => return Err(self.fault(FaultKind::Error, bad.to_string())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let message = format!("no answer within {} ms", limit.as_millis());
                    return Err(self.fault(FaultKind::Timeout, message));
                }
                // Something that it started may still hold its output open.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self
                        .lines
                        .try_recv()
                        .ok()
                        .and_then(Result::ok)
                        .ok_or_else(|| self.ended());
                }
                Err(RecvTimeoutError::Timeout) => {}
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
        let begin = Instant::now();
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(Ok(line)) if line.trim().is_empty() => {}
                Ok(line) => {
                    let line = line.unwrap_or_else(|bad| bad.to_string());
                    let line: String = line.chars().take(200).collect();
                    let message = format!("more output after the last answer: {line:?}");
                    return Err(self.fault(FaultKind::Error, message));
                }
                Err(_) if self.has_ended() => return Ok(()),
                Err(_) if begin.elapsed() > limit => {
                    let message = "it goes on after the last request and the end of its input";
                    return Err(self.fault(FaultKind::Timeout, message));
                }
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A fault with the end of its standard error.
    pub fn fault(&self, kind: FaultKind, message: impl Into<String>) -> Fault {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = String::from_utf8_lossy(&errors);
        let said: Vec<String> = errors.lines().map(|line| format!("\n  | {line}")).collect();
        let mut message = message.into();
        if !said.is_empty() {
            message += "\nits standard error:";
            message += &said[said.len().saturating_sub(12)..].concat();
        }
        Fault::new(kind, message)
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// The fault of having ended; the rest of its standard error is waited for a little.
    fn ended(&mut self) -> Fault {
        let begin = Instant::now();
        while !self.has_ended() && begin.elapsed() < GLANCE * 4 {
            thread::sleep(GLANCE / 10);
        }
        thread::sleep(GLANCE / 5);
        let how = match self.child.try_wait() {
            Ok(Some(status)) => format!("it ended: {}", describe(status)),
            Ok(None) | Err(_) => "it closed its output".into(),
        };
        self.fault(FaultKind::Crash, how)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(&self.child);
        let _ = self.child.kill();
        kill_marked(&self.mark);
        let _ = self.child.wait();
    }
}

fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(127) => "exit code 127, as when there is no such command".into(),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

fn write_all(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n")).is_err() {
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
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
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
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

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

/// Kills every process that this one has started, for use when it is interrupted (Linux).
pub fn kill_all() {
    kill_marked(&format!("{}-", std::process::id()));
}
