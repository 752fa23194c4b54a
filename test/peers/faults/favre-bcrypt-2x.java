import at.favre.lib.crypto.bcrypt.BCrypt;

class Main {
    public static void main(String[] arguments) {
        // A known answer of crypt_blowfish.
        String hash = "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS";
        System.out.println(BCrypt.verifyer().verify("\u0451".toCharArray(), hash).verified);
    }
}
