//! Holds an adapter to the static set, without Node: `rustc -O conform.rs`, then
//! `conform [--only pattern]... [--skip pattern]... <set> -- <program> [argument ...]`.
//!
//! docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{exit, Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, sync_channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

const HELLO_SECONDS: f64 = 30.0;
const BYE_SECONDS: f64 = 2.0;
const MOST_FAULTS: usize = 10;
const MOST_SHOWN: usize = 50;
const LONGEST_SHOWN: usize = 500;
const LONGEST_LINE: usize = 1 << 24;
const DEEPEST: usize = 64;
const FAILING: [&str; 3] = ["fail", "errored", "timeout"];
const IDLE: [&str; 5] = ["not-reached", "skipped", "unsupported", "not-asked", "not-run"];
const GOOD: [&str; 5] = ["pass", "accepted-variant", "refused", "policy", "unconfirmed"];
/// Requests of an import interface are compared by rules of their own; the package's runner has them.
const LEFT_OUT: &str = "client-requests";
const MARK: &str = "CREDPORT_CONFORMANCE_RUN";

/// What runs, for whatever ends the run.
static RUNNING: Mutex<Option<Group>> = Mutex::new(None);
/// The case that it is asked.
static ASKED: Mutex<String> = Mutex::new(String::new());

/// Of the protocol: it ends the run, and what was answered before is reported.
struct Breach(String);
static IS_ASKING: AtomicBool = AtomicBool::new(false);

/// What it gives, or how it broke the protocol.
fn guarded<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    IS_ASKING.store(true, Ordering::Relaxed);
    let given = std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask));
    IS_ASKING.store(false, Ordering::Relaxed);
    given.map_err(|failure| match failure.downcast::<Breach>() {
        Ok(breach) => breach.0,
        Err(_) => "the run itself failed".into(),
    })
}

/// The adapter broke the protocol, or nothing could be compared.
fn broken(why: &str) -> ! {
    if IS_ASKING.load(Ordering::Relaxed) && thread::current().name() == Some("main") {
        let asked = ASKED.lock().map(|id| id.clone()).unwrap_or_default();
        std::panic::panic_any(Breach(format!("{asked}{why}")));
    }
    // Held until the end: whoever waits for the program's answer must not take its end for a crash.
    let mut running = RUNNING.try_lock().ok();
    if let Some(group) = running.as_mut().and_then(|group| group.take()) {
        group.end();
    }
    let asked = ASKED.try_lock().map(|id| id.clone()).unwrap_or_default();
    eprintln!("Broken: {asked}{why}");
    exit(2)
}

/// What does not read would outlive an interrupted runner. A handler may do no more than leave a note.
#[cfg(unix)]
fn end_on_signal() {
    static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
    extern "C" fn note(_: i32) {
        IS_INTERRUPTED.store(true, Ordering::Relaxed);
    }
    extern "C" {
        fn signal(number: i32, handler: extern "C" fn(i32)) -> usize;
    }
    const INTERRUPT_AND_TERMINATE: [i32; 2] = [2, 15];
    for number in INTERRUPT_AND_TERMINATE {
        unsafe { signal(number, note) };
    }
    thread::spawn(|| loop {
        thread::sleep(Duration::from_millis(50));
        if IS_INTERRUPTED.load(Ordering::Relaxed) {
            broken("interrupted");
        }
    });
}

#[cfg(not(unix))]
fn end_on_signal() {}

/// On one line, in ASCII, and not without end.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for one in text.chars().take(LONGEST_SHOWN) {
        if (' '..='~').contains(&one) {
            out.push(one);
        } else {
            out.extend(one.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    let length = text.chars().count();
    if length <= LONGEST_SHOWN {
        return out;
    }
    format!("{} ... ({length} characters)", &out[..LONGEST_SHOWN])
}

// JSON: numbers are kept as they are written, since outputs have whole ones only.
#[derive(Clone, Default, PartialEq)]
enum Json {
    #[default]
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn parse(text: &str) -> Option<Json> {
        if is_too_deep(text) {
            return None;
        }
        let mut parser = Parser { text: text.as_bytes(), at: 0 };
        let value = parser.value(DEEPEST + 1)?;
        parser.blank();
        (parser.at == parser.text.len()).then_some(value)
    }

    fn blank(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn take(&mut self, what: &str) -> Option<()> {
        self.text[self.at..].starts_with(what.as_bytes()).then(|| self.at += what.len())
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.blank();
        match self.text.get(self.at)? {
            b'n' => self.take("null").map(|()| Json::Null),
            b't' => self.take("true").map(|()| Json::Bool(true)),
            b'f' => self.take("false").map(|()| Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => Some(Json::List(self.many(depth, b']', Parser::value)?)),
            b'{' => {
                let pair = |parser: &mut Self, depth| {
                    parser.blank();
                    let key = parser.string()?;
                    parser.blank();
                    parser.take(":")?;
                    Some((key, parser.value(depth)?))
                };
                Some(Json::Object(self.many(depth, b'}', pair)?.into_iter().collect()))
            }
            _ => {
                let start = self.at;
                while matches!(self.text.get(self.at), Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
                    self.at += 1;
                }
                let digits = std::str::from_utf8(&self.text[start..self.at]).ok()?;
                if !is_number(digits) {
                    return None;
                }
                digits.parse::<f64>().ok().map(|number| Json::Number(number.to_string()))
            }
        }
    }

    fn many<T>(&mut self, depth: usize, end: u8, one: impl Fn(&mut Self, usize) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut all = Vec::new();
        loop {
            self.blank();
            if self.text.get(self.at) == Some(&end) && all.is_empty() {
                self.at += 1;
                return Some(all);
            }
            all.push(one(self, depth.checked_sub(1)?)?);
            self.blank();
            let next = *self.text.get(self.at)?;
            self.at += 1;
            match next {
                b',' => {}
                _ if next == end => return Some(all),
                _ => return None,
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).ok(),
                0..=31 => return None,
                b'\\' => {
                    let escaped = *self.text.get(self.at)?;
                    self.at += 1;
                    let character = match escaped {
                        b'n' => '\n',
                        b't' => '\t',
                        b'r' => '\r',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'u' => self.escape()?,
                        b'"' | b'\\' | b'/' => escaped as char,
                        _ => return None,
                    };
                    bytes.extend(character.to_string().bytes());
                }
                other => bytes.push(other),
            }
        }
    }

    /// Half a pair is shown as U+FFFD: no right answer has one.
    fn escape(&mut self) -> Option<char> {
        let unit = |parser: &mut Self| {
            let digits = std::str::from_utf8(parser.text.get(parser.at..parser.at + 4)?).ok()?;
            parser.at += 4;
            u32::from_str_radix(digits, 16).ok()
        };
        let first = unit(self)?;
        if (0xd800..0xdc00).contains(&first) && self.take("\\u").is_some() {
            let second = unit(self)?;
            let low = second.checked_sub(0xdc00).unwrap_or(0);
            return Some(char::from_u32(0x10000 + ((first - 0xd800) << 10) + low).unwrap_or('\u{fffd}'));
        }
        Some(char::from_u32(first).unwrap_or('\u{fffd}'))
    }
}

/// Counts brackets outside of strings.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut is_in_string, mut is_escaped) = (0usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_string => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            b'[' | b'{' if !is_in_string => depth += 1,
            b']' | b'}' if !is_in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// Rust reads numbers that JSON does not have: `+1`, `01`, `.5`, `1.`.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[whole..].strip_prefix('.');
    let starts_well = whole == 1 || whole > 1 && !text.starts_with('0');
    starts_well && rest.map_or(true, |rest| rest.starts_with(|one: char| one.is_ascii_digit()))
}

impl Json {
    fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Json::Text(text) => text,
            _ => "",
        }
    }

    fn list(&self, key: &str) -> &[Json] {
        match self.get(key) {
            Json::List(all) => all,
            _ => &[],
        }
    }

    fn has_text(&self, key: &str, text: &str) -> bool {
        self.list(key).iter().any(|one| matches!(one, Json::Text(name) if name == text))
    }
}

/// Further fields don't count; null and an absent field are the same; lists have the same length.
fn covers(expected: &Json, actual: &Json) -> bool {
    match (expected, actual) {
        (Json::Object(wanted), Json::Object(_)) => wanted.iter().all(|(key, value)| covers(value, actual.get(key))),
        (Json::List(wanted), Json::List(given)) => {
            wanted.len() == given.len() && wanted.iter().zip(given).all(|(one, other)| covers(one, other))
        }
        _ => expected == actual,
    }
}

/// `*` is any number of bytes, `?` is one.
fn glob(name: &[u8], pattern: &[u8]) -> bool {
    match pattern.first() {
        None => name.is_empty(),
        Some(b'*') => (0..=name.len()).any(|at| glob(&name[at..], &pattern[1..])),
        Some(one) => !name.is_empty() && (*one == b'?' || *one == name[0]) && glob(&name[1..], &pattern[1..]),
    }
}

fn fits(case: &Json, pattern: &str) -> bool {
    let is_property = pattern.contains(':');
    let (property, value) = pattern.split_once(':').unwrap_or(("", ""));
    let negated = value.strip_prefix('!').map(|value| format!("{property}:{value}"));
    let wanted = negated.as_deref().unwrap_or(pattern);
    let texts = case.list("names").iter().filter_map(|one| if let Json::Text(name) = one { Some(name) } else { None });
    let names: Vec<_> = texts.filter(|name| name.contains(':') == is_property).collect();
    let found = names.iter().any(|name| glob(name.as_bytes(), wanted.as_bytes()));
    let has = || names.iter().any(|name| name.starts_with(&format!("{property}:")));
    if negated.is_some() { has() && !found } else { found }
}

fn is_spoken(case: &Json, hello: &Json) -> bool {
    let names = |key| match hello.get(key) {
        Json::List(all) => Some(all),
        _ => None,
    };
    let fits_one = |all: &[Json], property: &str| {
        all.iter().any(|one| matches!(one, Json::Text(name) if fits(case, &format!("{property}:{name}"))))
    };
    let (notations, owners) = (names("notations"), names("owners"));
    if !fits(case, "notation:*") || notations.is_none() && owners.is_none() {
        return true;
    }
    match owners {
        Some(all) if fits(case, "owner:*") => fits_one(all, "owner"),
        _ => notations.map_or(true, |all| fits_one(all, "notation")),
    }
}

/// A program, and what it starts.
#[derive(Clone)]
struct Group {
    process: Arc<Mutex<Child>>,
    mark: String,
}

impl Group {
    /// With what it started: a hash whose cost is not bounded would be computed for hours.
    fn end(&self) {
        self.signal();
        let _ = self.process.lock().map(|mut process| process.wait());
    }

    fn signal(&self) {
        if let Ok(mut process) = self.process.lock() {
            end_all(&[format!("-{}", process.id())]);
            let _ = process.kill();
        }
        // What is being ended can start something once more.
        for _ in 0..5 {
            let marked = self.marked();
            if marked.is_empty() {
                return;
            }
            end_all(&marked);
        }
    }

    /// What carries the mark, also where it left the group; Linux alone shows the environment of a process.
    fn marked(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let has_mark = |path: &Path| {
            let text = fs::read(path.join("environ")).unwrap_or_default();
            text.split(|byte| *byte == 0).any(|entry| entry == self.mark.as_bytes())
        };
        let found = entries.filter_map(Result::ok).filter(|entry| has_mark(&entry.path()));
        let names = found.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).collect()
    }

    /// What the program left behind could hold its output open for ever.
    fn watch(&self) {
        loop {
            let ended = self.process.lock().map(|mut process| process.try_wait());
            if !matches!(ended, Ok(Ok(None))) {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        thread::sleep(Duration::from_millis(500));
        self.signal();
    }
}

/// By the shell's own kill: a small container has no other, and Windows none at all.
fn end_all(pids: &[String]) {
    let command = format!("kill -s KILL -- {}", pids.join(" "));
    let _ = Command::new("sh").args(["-c", &command]).stderr(Stdio::null()).status();
}

struct Program {
    group: Group,
    orders: Sender<String>,
    lines: Receiver<Vec<u8>>,
}

impl Program {
    fn start(command: &[String]) -> Program {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let value = format!("{}-{now}", std::process::id());
        let mut made = Command::new(&command[0]);
        // A group of its own, where the system has groups.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut made, 0);
        made.args(&command[1..]).env(MARK, &value).stdin(Stdio::piped()).stdout(Stdio::piped());
        let made = made.spawn();
        let mut process = made.unwrap_or_else(|error| broken(&format!("the program could not be started: {error}")));
        let mut input = process.stdin.take().expect("a pipe");
        let output = process.stdout.take().expect("a pipe");
        let (orders, texts) = channel::<String>();
        // Apart from the wait: a program that does not read must not hold the runner up.
        thread::spawn(move || texts.into_iter().all(|text| input.write_all(text.as_bytes()).is_ok()));
        let (sender, lines) = sync_channel(1);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = (&mut output).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
                if read.is_err() || line.is_empty() || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let group = Group { process: Arc::new(Mutex::new(process)), mark: format!("{MARK}={value}") };
        let watched = group.clone();
        thread::spawn(move || watched.watch());
        *RUNNING.lock().expect("no panic") = Some(group.clone());
        Program { group, orders, lines }
    }

    /// The answer's line; where there is none, how that came about, and the program is over.
    fn ask(&mut self, message: &str, seconds: f64) -> Result<String, &'static str> {
        if let Ok(line) = self.lines.try_recv() {
            refuse_surplus(&line);
        }
        // It may have ended; its output says so.
        let _ = self.orders.send(format!("{message}\n"));
        let fault = match self.lines.recv_timeout(Duration::from_secs_f64(seconds)) {
            Ok(line) if line.len() > LONGEST_LINE => broken(&format!("a line of more than {LONGEST_LINE} bytes")),
            Ok(line) if line.ends_with(b"\n") => return Ok(text_of(&line)),
            Err(RecvTimeoutError::Timeout) => "timeout",
            _ => "crashed",
        };
        self.end();
        Err(fault)
    }

    /// Says bye, and waits a little for its end; it has nothing more to say.
    fn bye(self) {
        let Program { group, orders, lines } = self;
        let _ = orders.send("{\"cmd\": \"bye\"}\n".into());
        drop(orders);
        if let Ok(line) = lines.recv_timeout(Duration::from_secs_f64(BYE_SECONDS)) {
            refuse_surplus(&line);
        }
        RUNNING.lock().expect("no panic").take();
        group.end();
    }

    fn end(&mut self) {
        RUNNING.lock().expect("no panic").take();
        self.group.end();
    }
}

fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_string()
}

fn refuse_surplus(line: &[u8]) {
    broken(&format!("a line that was not asked for: {}", shown(&text_of(line))))
}

/// The object in a line.
fn parse_object(line: &str) -> Json {
    if is_too_deep(line) {
        let what = format!("a line with more than {DEEPEST} lists and objects inside each other");
        broken(&format!("{what}: {}", shown(line)));
    }
    let object = Parser::parse(line).filter(|said| matches!(said, Json::Object(_)));
    object.unwrap_or_else(|| broken(&format!("a line that is not a JSON object: {}", shown(line))))
}

/// What the program says of itself; a field that is missing or misshapen would leave out cases unseen.
fn read_hello(line: &str) -> Json {
    let said = parse_object(line);
    if said.get("protocol") != &Json::Number("1".into()) {
        broken("no hello of protocol 1");
    }
    let is_text = |one: &Json| matches!(one, Json::Text(_));
    let implementation = said.get("implementation");
    if !["name", "version", "language"].iter().all(|name| is_text(implementation.get(name))) {
        broken("a hello whose implementation has no name, version or language");
    }
    for field in ["operations", "notations", "owners"] {
        let is_list = match said.get(field) {
            Json::List(all) => all.iter().all(is_text),
            other => other == &Json::Null && field != "operations",
        };
        if !is_list {
            broken(&format!("a hello whose {field} are not a list of names"));
        }
    }
    said
}

#[derive(Default)]
struct Run {
    command: Vec<String>,
    skip: Vec<String>,
    factor: f64,
    hello: Json,
    program: Option<Program>,
    seq: usize,
    faults: usize,
    taken: BTreeSet<String>,
    crashed: BTreeSet<String>,
    let_in: BTreeSet<String>,
    lines: BTreeMap<String, String>,
    /// Why the rest was not run; what was answered before is reported all the same.
    stopped: Option<String>,
}

impl Run {
    /// Starts the program, and gives what it says of itself.
    fn open(&mut self) -> Json {
        let mut program = Program::start(&self.command);
        let line = program.ask("{\"cmd\": \"hello\", \"protocol\": 1}", HELLO_SECONDS).unwrap_or_else(|fault| {
            let late = format!("no hello within {HELLO_SECONDS} s; the program must flush its output after each line");
            broken(if fault == "timeout" { &late } else { "the program ended without a hello" })
        });
        (self.seq, self.program) = (0, Some(program));
        read_hello(&line)
    }

    fn one(&mut self, case: &Json, line: &str) -> String {
        if !self.hello.has_text("operations", case.text("operation")) {
            return "unsupported".into();
        }
        if !is_spoken(case, &self.hello) {
            return "not-asked".into();
        }
        if self.skip.iter().any(|pattern| fits(case, pattern)) {
            return "skipped".into();
        }
        let (id, operation, limit) = (case.text("id"), case.text("operation"), case.text("limit"));
        *ASKED.lock().expect("no panic") = format!("{id}: ");
        if self.program.is_none() {
            self.open();
        }
        self.seq += 1;
        let (seq, input) = (self.seq, raw_of(line, "input"));
        let message = format!(
            "{{\"cmd\": \"run\", \"seq\": {seq}, \"id\": \"{id}\", \"operation\": \"{operation}\", \"input\": {input}}}"
        );
        let seconds = match limit { "cheap" => 10.0, "costly" => 60.0, _ => 2.0 } * self.factor;
        let reply = self.program.as_mut().expect("a program").ask(&message, seconds);
        self.lines.insert(id.into(), reply.clone().unwrap_or_else(str::to_string));
        match reply {
            Ok(line) => {
                let answer = parse_object(&line);
                if answer.get("seq") != &Json::Number(self.seq.to_string()) {
                    broken("a wrong seq");
                }
                self.faults = 0;
                self.judge(case, &answer)
            }
            Err(fault) => self.without_answer(id, limit, fault),
        }
    }

    fn stop(&mut self, id: &str, why: String) -> String {
        self.lines.insert(id.into(), why.clone());
        self.stopped = Some(why);
        if let Some(mut program) = self.program.take() {
            program.end();
        }
        "errored".into()
    }

    fn without_answer(&mut self, id: &str, limit: &str, fault: &str) -> String {
        self.program = None;
        self.faults += usize::from(limit != "trap");
        if self.faults >= MOST_FAULTS {
            self.stopped = Some(format!("{id}: {MOST_FAULTS} cases in a row brought no answer ({fault})"));
        }
        if fault == "timeout" {
            return fault.into();
        }
        self.crashed.insert(id.into());
        "errored".into()
    }

    fn judge(&mut self, case: &Json, answer: &Json) -> String {
        let kinds = ["ok", "error", "skipped", "errored"];
        let given: Vec<_> = kinds.into_iter().filter(|kind| answer.get(kind) != &Json::Null).collect();
        let is_object = given.iter().all(|kind| matches!(answer.get(kind), Json::Object(_)));
        if given.len() != 1 || !is_object {
            broken("an answer that is not exactly one of ok, error, skipped and errored");
        }
        let outputs = case.list("outputs");
        match given[0] {
            "error" => case.text("onRefusal").into(),
            "ok" => {
                if outputs.first().is_some_and(|first| covers(first, answer.get("ok"))) {
                    self.taken.insert(case.text("id").into());
                }
                let is_right = outputs.iter().any(|output| covers(output, answer.get("ok")));
                if !is_right && answer.get("ok").get("matches") == &Json::Bool(true) {
                    self.let_in.insert(case.text("id").into());
                }
                if is_right { case.text("onMatch").into() } else { "fail".into() }
            }
            "skipped" if !matches!(answer.get("skipped").get("reason"), Json::Text(_)) => {
                broken("a skipped case without a reason")
            }
            other => other.into(),
        }
    }

    /// After the twin, and with what is policy apart.
    fn settled(&self, case: &Json, status: &str) -> String {
        let twin = case.text("twin");
        let is_uncertain = ["pass", "accepted-variant", "refused"].contains(&status);
        if !twin.is_empty() && is_uncertain && !self.taken.contains(twin) {
            return "not-reached".into();
        }
        let is_otherwise = ["fail", "timeout"].contains(&status) || self.crashed.contains(case.text("id"));
        let may_be_computed = case.text("limit") == "trap" && case.list("outputs").is_empty();
        let lets_in = self.let_in.contains(case.text("id")) && !may_be_computed;
        if is_otherwise && !lets_in && case.get("isPolicy") == &Json::Bool(true) { "policy".into() } else { status.into() }
    }
}

/// A field as it is written in the set, where it is between two others of the line.
fn raw_of<'a>(line: &'a str, field: &str) -> &'a str {
    let name = format!("\"{field}\":");
    let start = line.find(&name).expect("a field") + name.len();
    raw_at(line, start)
}

fn raw_at(line: &str, start: usize) -> &str {
    let mut parser = Parser { text: line.as_bytes(), at: start };
    parser.value(DEEPEST).expect("JSON");
    &line[start..parser.at]
}

/// Each output as it is written, and whether a refusal is right too.
fn expected_of(case: &Json, line: &str) -> String {
    let outputs = raw_of(line, "outputs");
    let (mut all, mut at) = (Vec::new(), 1);
    while at < outputs.len() - 1 {
        let output = raw_at(outputs, at);
        all.push(shown(output));
        at += output.len() + 1;
    }
    if ["pass", "accepted-variant"].contains(&case.text("onRefusal")) {
        all.push("a refusal".into());
    }
    all.join(", or ")
}

/// The sum of each file, from SHA256SUMS; a set that was trimmed on purpose has none.
fn sums_of(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join("SHA256SUMS")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once("  "));
    lines.map(|(digest, name)| (name.to_string(), digest.to_string())).collect()
}

/// The texts of the set by name, which are those that SHA256SUMS names.
fn read_files(folder: &Path) -> BTreeMap<String, String> {
    let sums = sums_of(folder);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut all: BTreeSet<String> = names.filter(|name| name.ends_with(".jsonl")).collect();
    all.extend(sums.keys().cloned());
    let mut files = BTreeMap::new();
    for name in all {
        let Ok(text) = fs::read_to_string(folder.join(&name)) else {
            broken(&format!("the set is not whole: {name} is missing"))
        };
        if !sums.is_empty() && sums.get(&name) != Some(&sha256(text.as_bytes())) {
            let advice = "delete SHA256SUMS if you changed it on purpose";
            broken(&format!("the set is not that of SHA256SUMS: {name}; {advice}"));
        }
        files.insert(name, text);
    }
    files
}

/// FIPS 180-4; the constants are the first bits of square and cube roots of primes, in whole numbers.
fn sha256(text: &[u8]) -> String {
    let primes: Vec<u128> = (2..312).filter(|n| (2..*n).all(|divisor| n % divisor != 0)).collect();
    let root = |number: u128, power: u32| {
        let mut low = 0u128;
        for bit in (0..40).rev() {
            if (low | 1 << bit).pow(power) <= number {
                low |= 1 << bit;
            }
        }
        low as u32
    };
    let mut state: Vec<u32> = primes[..8].iter().map(|prime| root(prime << 64, 2)).collect();
    let constants: Vec<u32> = primes[..64].iter().map(|prime| root(prime << 96, 3)).collect();
    let mut message = text.to_vec();
    message.push(0x80);
    message.resize((text.len() + 9).div_ceil(64) * 64 - 8, 0);
    message.extend((text.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut words: Vec<u32> = block.chunks(4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]])).collect();
        for at in 16..64 {
            let (early, late) = (words[at - 15], words[at - 2]);
            let first = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
            let second = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
            words.push(words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second));
        }
        let mut turned = state.clone();
        for at in 0..64 {
            let (a, e) = (turned[0], turned[4]);
            let chosen = e & turned[5] ^ !e & turned[6];
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = [sum, chosen, constants[at], words[at]].iter().fold(turned[7], |all, one| all.wrapping_add(*one));
            let most = a & turned[1] ^ a & turned[2] ^ turned[1] & turned[2];
            let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(most);
            turned.rotate_right(1);
            turned[4] = turned[4].wrapping_add(first);
            turned[0] = first.wrapping_add(second);
        }
        state = state.iter().zip(&turned).map(|(old, new)| old.wrapping_add(*new)).collect();
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

type Cases = Vec<(Json, String)>;

/// The cases, each with its line; and the names of the operations.
fn read_set(folder: &Path) -> (Cases, BTreeSet<String>) {
    let (mut cases, mut operations) = (Vec::new(), BTreeSet::from([LEFT_OUT.to_string()]));
    for (name, text) in read_files(folder) {
        let operation = name.trim_end_matches(".jsonl").to_string();
        if operation != LEFT_OUT {
            let not_json = || broken(&format!("{name} has a line that is not JSON"));
            let parsed = |line: &str| (Parser::parse(line).unwrap_or_else(not_json), line.to_string());
            cases.extend(text.lines().map(parsed));
        }
        operations.insert(operation);
    }
    if cases.is_empty() {
        broken(&format!("no vectors in {}", folder.display()));
    }
    (cases, operations)
}

/// The patterns that fit no vector at all: out of date, or misspelt.
fn idle_of(cases: &Cases, patterns: impl Iterator<Item = String>) -> Vec<String> {
    let is_idle = |pattern: &String| !cases.iter().any(|(case, _)| fits(case, pattern));
    patterns.filter(is_idle).map(|pattern| shown(&pattern)).collect()
}

fn warn(hello: &Json, cases: &Cases, mut operations: BTreeSet<String>) {
    for one in hello.list("operations") {
        let Json::Text(name) = one else { continue };
        if operations.insert(name.clone()) {
            eprintln!("Warning: the program offers {}, which is not an operation of the vectors", shown(name));
        }
    }
    for (field, property) in [("notations", "notation"), ("owners", "owner")] {
        let names = hello.list(field).iter().filter_map(|one| if let Json::Text(name) = one { Some(name) } else { None });
        for pattern in idle_of(cases, names.map(|name| format!("{property}:{name}"))) {
            eprintln!("Warning: no vector matches {pattern}");
        }
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

type Results<'a> = Vec<(&'a Json, &'a str, String)>;

/// The first line of the report, and the counts of the third.
fn summary(run: &Run, results: &Results) -> (String, String) {
    let count = |wanted: &str| results.iter().filter(|(_, _, status)| status == wanted).count();
    let is_crashed = |case: &Json| run.crashed.contains(case.text("id"));
    let crashed = results.iter().filter(|(case, _, status)| status == "errored" && is_crashed(case)).count();
    let errors = count("errored") - crashed;
    let faults = count("fail") + count("timeout") + crashed;
    let compared = results.len() - IDLE.iter().map(|status| count(status)).sum::<usize>();
    let claimed = results.len() - count("unsupported") - count("not-asked");
    let good = if compared * 2 >= claimed { "Conforms" } else { "Conforms in what was compared" };
    let verdict = if faults + errors > 0 { "Does not conform" } else { good };
    let verdict = if run.stopped.is_some() { "Broken" } else { verdict };
    let (faults, policy) = (counted(faults, "true fault"), counted(count("policy"), "policy difference"));
    let named = |number: usize, what: &str| if number > 0 { format!(", {}", counted(number, what)) } else { String::new() };
    let unconfirmed = named(count("unconfirmed"), "unconfirmed refusal");
    let rest = named(errors, "adapter error");
    let asked = format!("{compared} of {} compared", results.len());
    let all = GOOD.iter().chain(&FAILING).chain(&IDLE).filter(|status| count(status) > 0);
    let counts: Vec<_> = all.map(|status| format!("{status} {}", count(status))).collect();
    let line = format!("{verdict}: {faults}, {policy}{unconfirmed}, {} not reached{rest}; {asked}", count("not-reached"));
    (line, counts.join(", "))
}

fn report(run: &Run, results: &Results, folder: &Path) {
    let version = fs::read_to_string(folder.join("VERSION")).unwrap_or_else(|_| "unknown".into());
    let (verdict, counts) = summary(run, results);
    let [name, own, language] = ["name", "version", "language"].map(|key| shown(run.hello.get("implementation").text(key)));
    let vectors = counted(results.len(), "vector");
    println!("{verdict}\n{name} {own} ({language}) against {vectors} of suite {}\n{counts}", version.trim());
    let failed: Vec<_> = results.iter().filter(|(_, _, status)| FAILING.contains(&status.as_str())).collect();
    for (case, line, status) in failed.iter().take(MOST_SHOWN) {
        let (id, effect) = (case.text("id"), case.text("effect"));
        println!("\n{id} {status}: {}", case.text("comment"));
        println!("  input      {}", shown(raw_of(line, "input")));
        println!("  expected   {}", expected_of(case, line));
        println!("  answer     {}", shown(&run.lines[id]));
        println!("  confirmed  {}", case.text("confirmed"));
        if !effect.is_empty() {
            println!("  effect     {effect}");
        }
    }
    if failed.len() > MOST_SHOWN {
        println!("\nand {} more; --statuses gives every id", failed.len() - MOST_SHOWN);
    }
    if !failed.is_empty() {
        println!("\n{verdict}");
    }
}

#[derive(Default)]
struct Options {
    only: Vec<String>,
    set: String,
    is_bare: bool,
}

const USAGE: &str = "usage: conform [--only pattern]... [--skip pattern]... [--factor number] [--statuses] <set> -- <program> [argument ...]";

fn read_options() -> (Options, Run) {
    let (mut options, mut run) = (Options::default(), Run { factor: 1.0, ..Run::default() });
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let (name, given) = argument.split_once('=').unwrap_or((&argument, ""));
        let mut value = || match given {
            "" => arguments.next().unwrap_or_else(|| broken(USAGE)),
            _ => given.to_string(),
        };
        match name {
            "--" => run.command = arguments.by_ref().collect(),
            "--statuses" => options.is_bare = true,
            "--only" => options.only.push(value()),
            "--skip" => run.skip.push(value()),
            "--factor" => run.factor = value().parse().unwrap_or(0.0),
            _ if argument.starts_with('-') || !options.set.is_empty() => broken(USAGE),
            _ => options.set.clone_from(&argument),
        }
    }
    if run.command.is_empty() || options.set.is_empty() || !(run.factor > 0.0 && run.factor <= 1000.0) {
        broken(USAGE);
    }
    (options, run)
}

/// Asks about what is chosen, and the twins of that, and gives what is chosen.
fn run_all<'a>(run: &mut Run, cases: &'a Cases, only: &[String]) -> Results<'a> {
    let is_chosen = |case: &Json| only.is_empty() || only.iter().any(|pattern| fits(case, pattern));
    let chosen: Vec<_> = cases.iter().filter(|(case, _)| is_chosen(case)).collect();
    let twins: BTreeSet<&str> = chosen.iter().map(|(case, _)| case.text("twin")).collect();
    let mut statuses = BTreeMap::new();
    for (case, line) in cases {
        if run.stopped.is_none() && (is_chosen(case) || twins.contains(case.text("id"))) {
            let id = case.text("id");
            let status = guarded(|| run.one(case, line)).unwrap_or_else(|why| run.stop(id, why));
            statuses.insert(id, status);
        }
    }
    ASKED.lock().expect("no panic").clear();
    if let Some(program) = run.program.take() {
        run.stopped = guarded(|| program.bye()).err().or(run.stopped.take());
    }
    let status_of = |case: &Json| statuses.get(case.text("id")).map_or("not-run", |status: &String| status);
    chosen.iter().map(|(case, line)| (case, line.as_str(), run.settled(case, status_of(case)))).collect()
}

fn main() {
    // Exit code 1 is a verdict, and 101 is not in the table: no failure of the runner's may end with them.
    std::panic::set_hook(Box::new(|failure| {
        if !failure.payload().is::<Breach>() {
            IS_ASKING.store(false, Ordering::Relaxed);
            broken(&format!("the run itself failed: {failure}"));
        }
    }));
    let (options, mut run) = read_options();
    end_on_signal();
    let folder = Path::new(&options.set);
    let (cases, operations) = read_set(folder);
    let idle = idle_of(&cases, options.only.iter().chain(&run.skip).cloned());
    if !idle.is_empty() {
        broken(&format!("no vector matches {}", idle.join(", ")));
    }
    run.hello = run.open();
    let results = run_all(&mut run, &cases, &options.only);
    warn(&run.hello, &cases, operations);
    // Who refuses all that nobody else confirms has shown nothing.
    if run.stopped.is_none() && results.iter().all(|(_, _, status)| ["unconfirmed", "policy"].contains(&status.as_str()) || IDLE.contains(&status.as_str())) {
        broken("nothing was compared");
    }
    if options.is_bare {
        for (case, _, status) in &results {
            println!("{} {status}", case.text("id"));
        }
    } else {
        report(&run, &results, folder);
    }
    if let Some(why) = &run.stopped {
        broken(why);
    }
    exit(i32::from(results.iter().any(|(_, _, status)| FAILING.contains(&status.as_str()))))
}
