import static java.nio.charset.StandardCharsets.UTF_8;

import io.supertokens.emailpassword.ParsedFirebaseSCryptResponse;
import io.supertokens.emailpassword.PasswordHashingUtils;
import java.util.Base64;
import java.util.Scanner;

/**
 * Asks the SuperTokens core: each line has a $f_scrypt$ text, and perhaps a password and a signer key, in base64. It is
 * answered with yes, no or refused where there is a password, and with the parts as the core reads them where not.
 */
public class AskCore {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] fields = lines.nextLine().split(" ");
            for (int at = 0; at < fields.length; at++) {
                fields[at] = new String(Base64.getDecoder().decode(fields[at]), UTF_8);
            }
            System.out.println(answer(fields));
        }
    }

    static String answer(String[] fields) {
        ParsedFirebaseSCryptResponse read = ParsedFirebaseSCryptResponse.fromHashString(fields[0]);
        if (read == null) {
            return "refused";
        }
        if (fields.length == 1) {
            return String.join(" ", read.passwordHash, read.salt, read.saltSeparator, "" + read.memCost, "" + read.rounds);
        }
        try {
            return PasswordHashingUtils.verifyFirebaseSCryptPasswordHash(fields[1], fields[0], fields[2]) ? "yes" : "no";
        } catch (RuntimeException | OutOfMemoryError error) {
            return "refused";
        }
    }
}
