use djangohashers::check_password;

fn main() {
    // As Django 3.2 writes it; the password is "a".
    let hash = "argon2$argon2id$v=19$m=64,t=2,p=2$YzVMU055M3dZbk9VRGdpZlA5azU4RQ$tDV35jt1Wko45cXlSamc8A";
    println!("{:?}", check_password("a", hash));
}
