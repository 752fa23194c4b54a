// Libraries of Java held to the vectors, each by the name that peer.json gives it, by the protocol of docs/conformance.md.
import at.favre.lib.crypto.bcrypt.BCrypt;
import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.password4j.Argon2Function;
import com.password4j.BcryptFunction;
import com.password4j.Password;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.commons.codec.digest.Crypt;
import org.apache.commons.codec.digest.Md5Crypt;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

final class Adapter {
  interface Matcher {
    boolean matches(String hash, byte[] password) throws Exception;
  }

  record Library(String name, String artifact, List<String> notations, boolean takesBytes, Matcher matcher) {}

  static final class Skipped extends RuntimeException {
    Skipped(String reason) {
      super(reason);
    }
  }

  static final Map<String, Library> LIBRARIES =
      Map.of(
          "bouncy-castle",
          new Library("Bouncy Castle", "bcprov-jdk18on", List.of("bcrypt"), true, OpenBSDBCrypt::checkPassword),
          "commons-codec",
          new Library("commons-codec", "commons-codec", List.of("apr1", "md5-crypt", "sha256-crypt", "sha512-crypt"), true, Adapter::byCommonsCodec),
          "favre-bcrypt",
          new Library("favre bcrypt", "bcrypt", List.of("bcrypt"), true, Adapter::byFavre),
          "jbcrypt",
          new Library("jBCrypt", "jbcrypt", List.of("bcrypt"), false, (hash, password) -> org.mindrot.jbcrypt.BCrypt.checkpw(text(password), hash)),
          "password4j",
          new Library("Password4j", "password4j", List.of("argon2", "bcrypt"), true, Adapter::byPassword4j),
          "spring-security",
          new Library("Spring Security", "spring-security-crypto", List.of("argon2", "bcrypt", "spring-*"), false, Adapter::bySpring));

  static boolean byCommonsCodec(String hash, byte[] password) {
    String made = hash.startsWith("$apr1$") ? Md5Crypt.apr1Crypt(password.clone(), hash) : Crypt.crypt(password.clone(), hash);
    return made.equals(hash);
  }

  static boolean byFavre(String hash, byte[] password) {
    BCrypt.Result result = BCrypt.verifyer().verify(password, hash.getBytes(StandardCharsets.UTF_8));
    if (!result.validFormat) {
      throw new IllegalArgumentException(result.formatErrorMessage);
    }
    return result.verified;
  }

  static boolean byPassword4j(String hash, byte[] password) {
    var function = hash.startsWith("$argon2") ? Argon2Function.getInstanceFromHash(hash) : BcryptFunction.getInstanceFromHash(hash);
    return Password.check(password, hash.getBytes(StandardCharsets.UTF_8)).with(function);
  }

  static boolean bySpring(String hash, byte[] password) {
    if (hash.startsWith("{")) {
      return PasswordEncoderFactories.createDelegatingPasswordEncoder().matches(text(password), hash);
    }
    return hash.startsWith("$argon2")
        ? Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8().matches(text(password), hash)
        : new BCryptPasswordEncoder().matches(text(password), hash);
  }

  static String text(byte[] password) {
    return new String(password, StandardCharsets.UTF_8);
  }

  static byte[] bytesOf(JsonElement value, boolean takesBytes) {
    if (value.isJsonPrimitive()) {
      return value.getAsString().getBytes(StandardCharsets.UTF_8);
    }
    JsonElement hex = value.getAsJsonObject().get("hex");
    if (hex == null || !takesBytes) {
      throw new Skipped("takes text only");
    }
    return HexFormat.of().parseHex(hex.getAsString());
  }

  static JsonObject object(String name, Object value) {
    JsonObject made = new JsonObject();
    made.add(name, new Gson().toJsonTree(value));
    return made;
  }

  static JsonObject answer(Library library, JsonObject input) {
    try {
      JsonElement source = input.get("source");
      if (input.has("pepper") || source != null && !source.getAsString().equals("spring")) {
        throw new Skipped("knows no systems");
      }
      byte[] password = bytesOf(input.get("password"), library.takesBytes());
      return object("ok", Map.of("matches", library.matcher().matches(input.get("hash").getAsString(), password)));
    } catch (Skipped skipped) {
      return object("skipped", Map.of("reason", skipped.getMessage()));
    } catch (Exception refused) {
      return object("error", Map.of("code", refused.toString()));
    }
  }

  static JsonObject hello(Library library) throws Exception {
    String version = "unknown";
    for (String path : System.getProperty("java.class.path").split(":")) {
      if (path.matches(".*/" + library.artifact() + "-[0-9][^/]*\\.jar")) {
        version = path.replaceAll(".*/" + library.artifact() + "-|\\.jar$", "");
      }
    }
    JsonObject hello = object("protocol", 1);
    hello.add("implementation", new Gson().toJsonTree(Map.of("name", library.name(), "version", version, "language", "Java")));
    hello.add("operations", new Gson().toJsonTree(List.of("verify")));
    hello.add("notations", new Gson().toJsonTree(library.notations()));
    return hello;
  }

  public static void main(String[] arguments) throws Exception {
    Library library = LIBRARIES.get(arguments[0]);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonObject message = JsonParser.parseString(line).getAsJsonObject();
      String command = message.get("cmd").getAsString();
      if (command.equals("bye")) {
        break;
      }
      JsonObject reply = command.equals("hello") ? hello(library) : answer(library, message.getAsJsonObject("input"));
      if (message.has("seq")) {
        reply.add("seq", message.get("seq"));
      }
      System.out.println(new Gson().toJson(reply));
      System.out.flush();
    }
  }
}
