use argon2::{Argon2, PasswordVerifier};

fn main() {
    // A known answer of the reference implementation, in the notation of its version 1.0, which has no v=.
    let hash = "$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY";
    println!("{}", Argon2::default().verify_password(b"password", hash).is_ok());
}
