//! Holds an adapter to the static set, without Node: `rustc -O conform.rs`, then
//! `conform [--only pattern]... [--skip pattern]... <set> -- <program> [argument ...]`.
//!
//! docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{exit, Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{fs, thread};

const HELLO_SECONDS: f64 = 30.0;
const MOST_FAULTS: usize = 10;

/// The adapter broke the protocol, or nothing could be run.
fn broken(why: &str) -> ! {
    eprintln!("Broken: {why}");
    exit(2)
}

// JSON: numbers are kept as they are written, since outputs have whole ones only.
#[derive(Clone, PartialEq)]
enum Json {
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
        let mut parser = Parser { text: text.as_bytes(), at: 0 };
        let value = parser.value(64)?;
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
                        other => other as char,
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
    if owners.is_some_and(|all| fits_one(all, "owner")) {
        return true;
    }
    notations.map_or(!fits(case, "owner:*"), |all| fits_one(all, "notation"))
}

struct Program {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    fn start(command: &[String]) -> Program {
        let mut made = Command::new(&command[0]);
        // A group of its own, where the system has groups.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut made, 0);
        let made = made.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = made.unwrap_or_else(|error| broken(&error.to_string()));
        let input = process.stdin.take().expect("a pipe");
        let output = process.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program { process, input, lines }
    }

    /// The answer; where there is none, how that came about, and the program is over.
    fn ask(&mut self, message: &str, seconds: f64) -> Result<String, &'static str> {
        let written = writeln!(self.input, "{message}").and_then(|()| self.input.flush());
        let wait = Duration::from_secs_f64(if written.is_ok() { seconds } else { 0.5 });
        match self.lines.recv_timeout(wait) {
            Ok(line) => Ok(line),
            Err(error) => {
                self.end();
                Err(if written.is_ok() && error == RecvTimeoutError::Timeout { "timeout" } else { "crashed" })
            }
        }
    }

    /// With what it started: a hash whose cost is not bounded would be computed for hours.
    fn end(&mut self) {
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.process.id())]).stderr(Stdio::null()).status();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Default)]
struct Run {
    command: Vec<String>,
    skip: Vec<String>,
    factor: f64,
    hello: Option<Json>,
    program: Option<Program>,
    seq: usize,
    faults: usize,
    taken: BTreeSet<String>,
    crashed: BTreeSet<String>,
}

impl Run {
    fn open(&mut self) -> &mut Program {
        if self.program.is_none() {
            let mut program = Program::start(&self.command);
            let line = program.ask("{\"cmd\": \"hello\", \"protocol\": 1}", HELLO_SECONDS).unwrap_or_default();
            let hello = Parser::parse(&line).filter(|said| said.get("protocol") == &Json::Number("1".into()));
            self.hello = Some(hello.unwrap_or_else(|| broken("no hello of protocol 1")));
            self.seq = 0;
            self.program = Some(program);
        }
        self.program.as_mut().expect("a program")
    }

    fn one(&mut self, case: &Json, line: &str) -> String {
        let hello = self.hello.as_ref().expect("a hello");
        if !hello.has_text("operations", case.text("operation")) {
            return "unsupported".into();
        }
        if !is_spoken(case, hello) {
            return "not-asked".into();
        }
        if self.skip.iter().any(|pattern| fits(case, pattern)) {
            return "skipped".into();
        }
        self.open();
        self.seq += 1;
        // The line has all that an adapter ignores besides, and never the answer: that is cut off.
        let input = input_of(line);
        let (id, operation, limit) = (case.text("id"), case.text("operation"), case.text("limit"));
        let message = format!(
            "{{\"cmd\": \"run\", \"seq\": {}, \"id\": \"{id}\", \"operation\": \"{operation}\", \"input\": {input}}}", self.seq
        );
        let seconds = match limit { "cheap" => 10.0, "costly" => 60.0, _ => 2.0 } * self.factor;
        match self.open().ask(&message, seconds) {
            Ok(line) => {
                let answer = Parser::parse(&line).filter(|said| said.get("seq") == &Json::Number(self.seq.to_string()));
                self.faults = 0;
                self.judge(case, &answer.unwrap_or_else(|| broken("a line that is no answer")))
            }
            Err(fault) => {
                self.program = None;
                self.faults += usize::from(limit != "trap");
                if self.faults >= MOST_FAULTS {
                    broken("ten cases in a row brought no answer");
                }
                if fault == "timeout" {
                    return fault.into();
                }
                self.crashed.insert(id.into());
                "errored".into()
            }
        }
    }

    fn judge(&mut self, case: &Json, answer: &Json) -> String {
        let kinds = ["ok", "error", "skipped", "errored"];
        let given: Vec<_> = kinds.into_iter().filter(|kind| answer.get(kind) != &Json::Null).collect();
        let [kind] = given[..] else { broken("an answer that is not exactly one of ok, error, skipped and errored") };
        let outputs = case.list("outputs");
        match kind {
            "error" => case.text("onRefusal").into(),
            "ok" => {
                if outputs.first().is_some_and(|first| covers(first, answer.get("ok"))) {
                    self.taken.insert(case.text("id").into());
                }
                let is_right = outputs.iter().any(|output| covers(output, answer.get("ok")));
                if is_right { case.text("onMatch").into() } else { "fail".into() }
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
        if is_otherwise && case.get("isPolicy") == &Json::Bool(true) { "policy".into() } else { status.into() }
    }
}

/// The input as it is written in the set, where it is between two fields of the line.
fn input_of(line: &str) -> &str {
    let start = line.find("\"input\":").expect("an input") + 8;
    let mut parser = Parser { text: line.as_bytes(), at: start };
    parser.value(64).expect("JSON");
    &line[start..parser.at]
}

fn read_set(folder: &str) -> Vec<(Json, String)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| broken(&format!("{folder}: {error}")));
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|one| one.path())).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Requests of an import interface are compared by rules of their own; the package's runner has them.
        if name.ends_with(".jsonl") && name != "client-requests.jsonl" {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| broken(&error.to_string()));
            let parsed = |line: &str| (Parser::parse(line).unwrap_or_else(|| broken(name)), line.to_string());
            cases.extend(text.lines().map(parsed));
        }
    }
    cases
}

fn main() {
    let mut run = Run { factor: 1.0, ..Run::default() };
    let (mut only, mut set, mut is_bare) = (Vec::new(), String::new(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--" => run.command = arguments.by_ref().collect(),
            "--statuses" => is_bare = true,
            "--only" => only.extend(arguments.next()),
            "--skip" => run.skip.extend(arguments.next()),
            "--factor" => run.factor = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1.0),
            _ => set = argument,
        }
    }
    if run.command.is_empty() || set.is_empty() {
        broken("usage: conform [options] <set> -- <program> [argument ...]");
    }
    let cases = read_set(&set);
    run.open();
    let is_chosen = |case: &Json| only.is_empty() || only.iter().any(|pattern: &String| fits(case, pattern));
    let chosen: Vec<&Json> = cases.iter().map(|(case, _)| case).filter(|case| is_chosen(case)).collect();
    let twins: BTreeSet<&str> = chosen.iter().map(|case| case.text("twin")).collect();
    let mut statuses = BTreeMap::new();
    for (case, line) in &cases {
        if is_chosen(case) || twins.contains(case.text("id")) {
            statuses.insert(case.text("id"), run.one(case, line));
        }
    }
    if let Some(program) = run.program.as_mut() {
        program.end();
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in chosen {
        let id = case.text("id");
        let status = run.settled(case, &statuses[id]);
        if is_bare {
            println!("{id} {status}");
        } else if ["fail", "errored", "timeout"].contains(&status.as_str()) {
            let [comment, confirmed, effect] = ["comment", "confirmed", "effect"].map(|key| case.text(key));
            println!("\n{id} {status}: {comment}\n  confirmed: {confirmed}\n  effect: {effect}");
        }
        *counts.entry(status).or_default() += 1;
    }
    let failed = ["fail", "errored", "timeout"].iter().any(|status| counts.contains_key(*status));
    if !is_bare {
        println!("{} {counts:?}", if failed { "Does not conform" } else { "Conforms" });
    }
    exit(i32::from(failed))
}
