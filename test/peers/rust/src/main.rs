//! Libraries of Rust held to the vectors, each by the name that peer.json gives it, by the protocol of docs/conformance.md.
//! A panic ends the program: it is the library's, and counts as one.

use std::fmt::{Debug, Display};
use std::io::{self, BufRead, Write};

use argon2::PasswordVerifier;
use password_hash::Error;
use serde_json::{json, Value};

/// Yes, no, or why the hash is refused.
type Verdict = Result<bool, String>;
type Operation = fn(&Value) -> Value;

struct Library {
    key: &'static str,
    name: &'static str,
    version: &'static str,
    notations: &'static [&'static str],
    operations: &'static [(&'static str, Operation)],
}

macro_rules! verifier {
    ($key:expr, $name:expr, $version:expr, $notations:expr, $is_match:expr) => {
        Library { key: $key, name: $name, version: $version, notations: $notations, operations: &[("verify", |given| verify(given, $is_match))] }
    };
}

const LIBRARIES: &[Library] = &[
    verifier!("argon2", "RustCrypto argon2", "0.6.0", &["argon2"], |text, password| {
        judged(argon2::Argon2::default().verify_password(password, text))
    }),
    verifier!("bcrypt", "Keats bcrypt", "0.19.3", &["bcrypt"], |text, password| bcrypt::verify(password, text).map_err(why)),
    verifier!("djangohashers", "djangohashers", "1.8.4", &["django-argon2", "django-bcrypt*", "django-md5", "django-pbkdf2", "django-scrypt", "django-sha1"], |text, password| {
        let password = std::str::from_utf8(password).map_err(why)?;
        djangohashers::check_password(password, text).map_err(|error| format!("{error:?}"))
    }),
    verifier!("password-auth", "password-auth", "1.0.0", &["argon2", "passlib-scrypt", "phc-pbkdf2"], |text, password| {
        match password_auth::verify_password(password, text) {
            Err(password_auth::VerifyError::PasswordInvalid) => Ok(false),
            other => other.map(|()| true).map_err(why),
        }
    }),
    verifier!("pbkdf2", "RustCrypto pbkdf2", "0.13.0", &["passlib-pbkdf2"], |text, password| {
        judged(pbkdf2::Pbkdf2::SHA256.verify_password(password, pbkdf2::mcf::PasswordHashRef::new(text).map_err(why)?))
    }),
    verifier!("rust-argon2", "rust-argon2", "3.0.0", &["argon2"], |text, password| rust_argon2::verify_encoded(text, password).map_err(why)),
    verifier!("scrypt", "RustCrypto scrypt", "0.12.0", &["crypt-scrypt", "passlib-scrypt"], |text, password| {
        let scrypt = scrypt::Scrypt::default();
        if text.starts_with("$7$") {
            judged(scrypt.verify_password(password, scrypt::mcf::PasswordHashRef::new(text).map_err(why)?))
        } else {
            judged(scrypt.verify_password(password, &scrypt::phc::PasswordHash::new(text).map_err(why)?))
        }
    }),
    verifier!("sha-crypt", "RustCrypto sha-crypt", "0.6.0", &["sha256-crypt", "sha512-crypt"], |text, password| {
        judged(sha_crypt::ShaCrypt::default().verify_password(password, text))
    }),
    Library { key: "totp-rs", name: "totp-rs", version: "6.0.0", notations: &[], operations: &[("otpauth", otpauth), ("totp-code", totp_code)] },
    verifier!("yescrypt", "RustCrypto yescrypt", "0.1.0", &["yescrypt"], |text, password| {
        judged(yescrypt::Yescrypt::default().verify_password(password, text))
    }),
];

fn why(error: impl Display) -> String {
    error.to_string()
}

fn judged(outcome: Result<(), Error>) -> Verdict {
    match outcome {
        Err(Error::PasswordInvalid) => Ok(false),
        other => other.map(|()| true).map_err(why),
    }
}

/// Text as UTF-8, or the bytes of `{ "hex": … }`; none for half a surrogate pair, which Rust can't hold.
fn bytes_of(value: &Value) -> Option<Vec<u8>> {
    if let Some(text) = value.as_str() {
        return Some(text.as_bytes().to_vec());
    }
    let hex = value["hex"].as_str()?;
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect()
}

fn refused(why: impl Debug) -> Value {
    json!({ "error": { "code": format!("{why:?}") } })
}

fn skipped(reason: &str) -> Value {
    json!({ "skipped": { "reason": reason } })
}

fn verify(given: &Value, is_match: fn(&str, &[u8]) -> Verdict) -> Value {
    // djangohashers is for Django's texts alone.
    if given.get("source").is_some_and(|source| source != "django") || given.get("pepper").is_some() {
        return skipped("knows no systems");
    }
    let (Some(text), Some(password)) = (given["hash"].as_str(), bytes_of(&given["password"])) else {
        return refused("not text");
    };
    match is_match(text, &password) {
        Ok(matches) => json!({ "ok": { "matches": matches } }),
        Err(why) => refused(why),
    }
}

fn totp_code(given: &Value) -> Value {
    let number = |name: &str| given[name].as_u64();
    let text = |name: &str| given[name].as_str().unwrap_or_default();
    let algorithm = match text("algorithm") {
        "SHA256" => totp_rs::Algorithm::SHA256,
        "SHA512" => totp_rs::Algorithm::SHA512,
        _ => totp_rs::Algorithm::SHA1,
    };
    let (Some(time), Some(period), Some(Ok(digits))) = (number("unixSeconds"), number("period"), number("digits").map(u8::try_from)) else {
        return refused("a number that the library does not have");
    };
    let secret = match totp_rs::Secret::try_from_base32(text("secret")) {
        Ok(secret) => secret,
        Err(why) => return refused(why),
    };
    let builder = totp_rs::Builder::new().with_algorithm(algorithm).with_digits(digits).with_secret(secret).with_step_duration(period);
    match builder.with_account_name("a").build() {
        Ok(totp) => json!({ "ok": { "code": totp.generate(time).to_string() } }),
        Err(why) => refused(why),
    }
}

fn otpauth(given: &Value) -> Value {
    let uri = given["uri"].as_str().unwrap_or_default();
    if uri.to_ascii_lowercase().starts_with("otpauth-migration:") {
        return skipped("reads no migration URIs");
    }
    let totp = match totp_rs::Totp::from_url(uri) {
        Ok(totp) => totp,
        Err(why) => return refused(why),
    };
    let mut device = json!({
        "secretKey": totp.secret().to_base32(), "period": totp.step(), "digits": totp.digits(), "algorithm": totp.algorithm().to_string(),
    });
    if let Some(issuer) = totp.issuer() {
        device["issuer"] = issuer.into();
    }
    if !totp.account_name().is_empty() {
        device["account"] = totp.account_name().into();
    }
    json!({ "ok": { "devices": [device] } })
}

fn answer(library: &Library, message: &Value) -> Value {
    let Some((_, run)) = library.operations.iter().find(|(name, _)| message["operation"] == *name) else {
        return json!({ "errored": { "context": "no such operation" } });
    };
    run(&message["input"])
}

fn hello(library: &Library) -> Value {
    let operations: Vec<_> = library.operations.iter().map(|(name, _)| name).collect();
    let implementation = json!({ "name": library.name, "version": library.version, "language": "Rust" });
    let mut hello = json!({ "protocol": 1, "implementation": implementation, "operations": operations });
    if !library.notations.is_empty() {
        hello["notations"] = json!(library.notations);
    }
    hello
}

fn main() -> io::Result<()> {
    let key = std::env::args().nth(1).unwrap_or_default();
    let library = LIBRARIES.iter().find(|library| library.key == key).expect("the name of a library");
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let mut reply = match message["cmd"].as_str() {
            Some("hello") => hello(library),
            Some("run") => answer(library, &message),
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
