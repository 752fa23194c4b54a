//! rust-argon2 held to the vectors, by the protocol of docs/conformance.md.
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

/// Text as UTF-8, or the bytes of `{ "hex": … }`; none for half a surrogate pair, which Rust can't hold.
fn bytes_of(value: &Value) -> Option<Vec<u8>> {
    if let Some(text) = value.as_str() {
        return Some(text.as_bytes().to_vec());
    }
    let hex = value["hex"].as_str()?;
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect()
}

fn verify(input: &Value) -> Value {
    if input.get("source").is_some() || input.get("pepper").is_some() {
        return json!({ "skipped": { "reason": "knows no systems" } });
    }
    let (Some(text), Some(password)) = (input["hash"].as_str(), bytes_of(&input["password"])) else {
        return json!({ "error": { "code": "not text" } });
    };
    match argon2::verify_encoded(text, &password) {
        Ok(matches) => json!({ "ok": { "matches": matches, "scheme": "argon2" } }),
        Err(error) => json!({ "error": { "code": error.to_string() } }),
    }
}

fn main() {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let reply = match message["cmd"].as_str() {
            Some("hello") => json!({
                "protocol": 1,
                "implementation": { "name": "rust-argon2", "version": "3.0.0", "language": "Rust",
                    "reproduce": { "verify": "argon2::verify_encoded({{hash}}, {{password:bytes}})" } },
                "operations": ["verify"], "notations": ["argon2"],
            }),
            Some("run") => {
                let mut answer = verify(&message["input"]);
                answer["seq"] = message["seq"].clone();
                answer
            }
            _ => return,
        };
        writeln!(output, "{reply}").and_then(|()| output.flush()).expect("standard output");
    }
}
