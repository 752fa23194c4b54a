use djangohashers::check_password;

fn main() {
    // A hash whose salt begins with a plus sign, the password is "a"; and one whose end was cut off.
    for hash in [
        "argon2$argon2i$v=19$m=64,t=2,p=2$++++NUxTTnkzd1luT1VEMDAw$ikbl2zBAVj+YJVemGtwD9g",
        "argon2$argon2i$v=19$m=64,t=2,p=2$YzVMU055M3dZbk9VRGdpZlA5azU4RQ$tDU",
    ] {
        let answer = std::panic::catch_unwind(|| check_password("a", hash));
        println!("{}", answer.map_or("panic".to_string(), |answer| format!("{answer:?}")));
    }
}
