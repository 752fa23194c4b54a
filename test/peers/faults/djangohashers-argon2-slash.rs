use djangohashers::check_password;

fn main() {
    // As Django 2.2 writes it: the password is "a", and the digest has a slash.
    let hash = "argon2$argon2i$v=19$m=64,t=2,p=2$YzVMU055M3dZbk9VRGdpZjAwMDM$iL5tBXeXfgEb/tYMwwFA4w";
    println!("{:?}", check_password("a", hash));
}
