import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;

class Main {
    public static void main(String[] arguments) {
        // A known answer of the reference implementation, in the notation of its version 1.0, which has no v=.
        String hash = "$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY";
        System.out.println(new Argon2PasswordEncoder(16, 32, 1, 256, 2).matches("password", hash));
    }
}
