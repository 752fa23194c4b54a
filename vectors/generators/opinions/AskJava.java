import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Scanner;
import org.apache.jackrabbit.oak.spi.security.user.util.PasswordUtil;
import org.apache.shiro.authc.credential.DefaultPasswordService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Asks systems in Java: each line has a system, a hash and a password in base64, and is answered with yes, no or refused. */
public class AskJava {
    static final PasswordEncoder SPRING = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] fields = lines.nextLine().split(" ", -1);
            for (int at = 0; at < fields.length; at++) {
                fields[at] = new String(Base64.getDecoder().decode(fields[at]), UTF_8);
            }
            String answer;
            try {
                answer = matches(fields[0], fields[1], fields[2]) ? "yes" : "no";
            } catch (RuntimeException | LinkageError | OutOfMemoryError error) {
                answer = "refused";
            }
            System.out.println(answer);
        }
    }

    static boolean matches(String system, String hash, String password) {
        return switch (system) {
            case "Spring Security" -> SPRING.matches(password, hash);
            case "Jackrabbit Oak" -> PasswordUtil.isSame(hash, password);
            case "Apache Shiro" -> new DefaultPasswordService().passwordsMatch(password, hash);
            default -> throw new IllegalArgumentException(system);
        };
    }
}
