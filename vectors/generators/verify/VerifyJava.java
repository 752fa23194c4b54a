import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Scanner;
import org.apache.jackrabbit.oak.spi.security.user.util.PasswordUtil;
import org.apache.shiro.crypto.hash.DefaultHashService;
import org.apache.shiro.crypto.hash.HashRequest;
import org.apache.shiro.crypto.hash.format.Shiro1CryptFormat;
import org.apache.shiro.util.ByteSource;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.LdapShaPasswordEncoder;
import org.springframework.security.crypto.password.MessageDigestPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.StandardPasswordEncoder;

/** Prints rows for verify_java.py: what Spring Security, Jackrabbit Oak and Shiro make of the passwords on stdin. */
public class VerifyJava {
    static final PasswordEncoder DELEGATING = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String password = new String(HexFormat.of().parseHex(lines.nextLine().trim()), StandardCharsets.UTF_8);
            spring("MD5", "md5", new MessageDigestPasswordEncoder("MD5"), password);
            spring("SHA-1", "sha1", new MessageDigestPasswordEncoder("SHA-1"), password);
            spring("SHA-256", "sha256", new MessageDigestPasswordEncoder("SHA-256"), password);
            spring("sha256", "sha256", new StandardPasswordEncoder(), password);
            spring("ldap", "sha1", new LdapShaPasswordEncoder(), password);
            jackrabbit("SHA-1", "sha1", 8, 3, password);
            jackrabbit("SHA-256", "sha256", 8, 1000, password);
            jackrabbit("SHA-256", "sha256", 8, 1, password);
            jackrabbit("SHA-512", "sha512", 16, 5, password);
            jackrabbit("PBKDF2WithHmacSHA256", "pbkdf2", 16, 1007, password);
            shiro("SHA-256", 50, password);
            shiro("SHA-512", 3, password);
            shiro("MD5", 1, password);
        }
    }

    static void spring(String id, String scheme, PasswordEncoder encoder, String password) {
        String hash = "{" + id + "}" + encoder.encode(password);
        row(hash, password, scheme, "Spring Security {" + id + "}", DELEGATING.matches(password, hash));
    }

    static void jackrabbit(String algorithm, String scheme, int salt, int rounds, String password) throws Exception {
        // The oldest JVM provider takes no empty password for PBKDF2.
        if (password.isEmpty() && scheme.equals("pbkdf2")) return;
        String hash = PasswordUtil.buildPasswordHash(password, algorithm, salt, rounds);
        row(hash, password, scheme, "Jackrabbit Oak " + algorithm, PasswordUtil.isSame(hash, password));
    }

    static void shiro(String algorithm, int iterations, String password) {
        // It makes no hash of the empty password.
        if (password.isEmpty()) return;
        DefaultHashService service = new DefaultHashService();
        service.setGeneratePublicSalt(true);
        HashRequest request = new HashRequest.Builder().setSource(ByteSource.Util.bytes(password))
            .setAlgorithmName(algorithm).setIterations(iterations).build();
        row(new Shiro1CryptFormat().format(service.computeHash(request)), password, "shiro", "Apache Shiro " + algorithm, true);
    }

    static void row(String hash, String password, String scheme, String comment, boolean verifies) {
        if (!verifies) throw new IllegalStateException(hash);
        System.out.println(String.join("\t", hash, HexFormat.of().formatHex(password.getBytes(StandardCharsets.UTF_8)), scheme, comment));
    }
}
