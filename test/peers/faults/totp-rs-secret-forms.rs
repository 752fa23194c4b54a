use totp_rs::Totp;

fn main() {
    for secret in ["JCPZTIXJHKOI3LTPGNA6RVFLG5XO2N2H", "jcpztixjhkoi3ltpgna6rvflg5xo2n2h", "JCPZTIXJHKOI3LTPGNA6RVFLG4======"] {
        println!("{}", Totp::from_url(format!("otpauth://totp/a?secret={secret}")).is_ok());
    }
}
