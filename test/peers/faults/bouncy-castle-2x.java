import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

class Main {
    public static void main(String[] arguments) {
        // A known answer of crypt_blowfish.
        String hash = "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS";
        System.out.println(OpenBSDBCrypt.checkPassword(hash, "\u0451".toCharArray()));
    }
}
