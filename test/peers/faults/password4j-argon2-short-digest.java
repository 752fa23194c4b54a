import com.password4j.Argon2Function;

class Main {
    public static void main(String[] arguments) {
        String hash = "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$lA";
        Argon2Function function = Argon2Function.getInstanceFromHash(hash);
        int taken = 0;
        for (int i = 0; i < 2000; i++) if (function.check("wrong-" + i, hash)) taken++;
        System.out.println(taken + " of 2000 wrong passwords taken");
    }
}
