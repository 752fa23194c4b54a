import com.password4j.Argon2Function;
import com.password4j.Password;

class Main {
    public static void main(String[] arguments) {
        // A known answer of the reference implementation, with the parameters in the order that npm's argon2 0.45 writes.
        String digest = "$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        for (String parameters : new String[] {"m=256,t=2,p=1", "m=256,p=1,t=2"}) {
            String hash = "$argon2id$v=19$" + parameters + digest;
            System.out.println(Password.check("password", hash).with(Argon2Function.getInstanceFromHash(hash)));
        }
    }
}
