use pbkdf2::{Pbkdf2, password_hash::PasswordVerifier};

fn main() {
    let hash = pbkdf2::mcf::PasswordHashRef::new("$pbkdf2-sha256$1000$MDEyMzQ1Njc4OWFiY2RlZg$hQ").unwrap();
    let taken = (0..600).filter(|i| Pbkdf2::SHA256.verify_password(format!("wrong-{i}").as_bytes(), hash).is_ok());
    println!("{} of 600 wrong passwords taken", taken.count());
}
