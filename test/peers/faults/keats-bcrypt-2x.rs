fn main() {
    // A known answer of crypt_blowfish; the password is the letter ё in UTF-8.
    let hash = "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS";
    println!("{:?}", bcrypt::verify("ё", hash).ok());
}
