import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Scanner;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.keygen.BytesKeyGenerator;
import org.springframework.security.crypto.password.LdapShaPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;

/**
 * Answers lines of spring.py: an encoder's id and a password in hexadecimal with what the encoder makes of it; a hash
 * in place of the id with whether the delegating encoder takes the password.
 */
public class VerifySpring {
    static final PasswordEncoder DELEGATING = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    /** LdapShaPasswordEncoder writes {SHA} in place of {SSHA} where the salt has no bytes. */
    static final BytesKeyGenerator NO_SALT = new BytesKeyGenerator() {
        public int getKeyLength() { return 0; }
        public byte[] generateKey() { return new byte[0]; }
    };

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split("\t", -1);
            String password = new String(HexFormat.of().parseHex(parts[1]), StandardCharsets.UTF_8);
            System.out.println(parts[0].startsWith("{") ? DELEGATING.matches(password, parts[0]) : encoded(parts[0], password));
        }
    }

    static String encoded(String id, String password) {
        return switch (id) {
            case "ldap" -> "{ldap}" + new LdapShaPasswordEncoder(NO_SALT).encode(password);
            case "ldap in lower case" -> {
                LdapShaPasswordEncoder encoder = new LdapShaPasswordEncoder(NO_SALT);
                encoder.setForceLowerCasePrefix(true);
                yield "{ldap}" + encoder.encode(password);
            }
            case "pbkdf2" -> "{pbkdf2}" + Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_5().encode(password);
            default -> "{" + id + "}" + Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8().encode(password);
        };
    }
}
