//! RustCrypto's pbkdf2, hashes in the modular crypt format. The loop is that of docs/conformance.md.

use std::io::{self, BufRead, Write};

use pbkdf2::mcf::PasswordHashRef;
use pbkdf2::password_hash::{Error, PasswordVerifier};
use pbkdf2::Pbkdf2;
use serde_json::{json, Value};

const VERSION: &str = "0.13.0";

/// Text or bytes, as bytes.
fn bytes_of(value: &Value) -> Vec<u8> {
    if let Some(text) = value.as_str() {
        return text.as_bytes().to_vec();
    }
    let digits = value["hex"].as_str().expect("text or bytes");
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal")).collect()
}

fn refused(why: impl std::fmt::Display) -> Value {
    json!({ "error": { "code": why.to_string() } })
}

fn verify(given: &Value) -> Value {
    if given.get("source").is_some() || given.get("pepper").is_some() {
        return json!({ "skipped": { "reason": "knows no systems" } });
    }
    let Some(text) = given["hash"].as_str().filter(|text| text.starts_with("$pbkdf2-")) else {
        return json!({ "skipped": { "reason": "another scheme" } });
    };
    if text.contains("$i=") {
        return json!({ "skipped": { "reason": "another notation" } });
    }
    let hash = match PasswordHashRef::new(text) {
        Ok(hash) => hash,
        Err(why) => return refused(why),
    };
    match Pbkdf2::SHA256.verify_password(&bytes_of(&given["password"]), hash) {
        Ok(()) => json!({ "ok": { "matches": true, "scheme": "pbkdf2" } }),
        Err(Error::PasswordInvalid) => json!({ "ok": { "matches": false, "scheme": "pbkdf2" } }),
        Err(why) => refused(why),
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let mut reply = match message["cmd"].as_str() {
            Some("hello") => json!({
                "protocol": 1,
                "implementation": { "name": "RustCrypto pbkdf2", "version": VERSION, "language": "Rust" },
                "operations": ["verify"],
            }),
            Some("run") => verify(&message["input"]),
            _ => break,
        };
        if let Some(seq) = message.get("seq") {
            reply["seq"] = seq.clone();
        }
        println!("{reply}");
        io::stdout().flush()?;
    }
    Ok(())
}
