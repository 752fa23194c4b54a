use htpasswd_verify::Htpasswd;

fn main() {
    // A hash whose end was cut off, and one with a character in the salt that bcrypt does not have.
    for hash in ["$2y$04$WeAFroKrrXqh/U1oC0Wq9ek8zqAr", "$2y$04$WeAFroKrrXqh/U1oC0Wq9$k8zqAr/7wuN9jbZuOWoscfkyrLUvWke"] {
        let line = format!("alice:{hash}");
        let answer = std::panic::catch_unwind(|| Htpasswd::from(line.as_str()).check("alice", "anything else"));
        println!("{}", answer.map_or("panic".to_string(), |answer| answer.to_string()));
    }
}
