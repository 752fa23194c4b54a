import com.password4j.Password;

class Main {
    public static void main(String[] arguments) {
        // Written by libxcrypt.
        String hash = "$2a$04$EqjEs6yW2YgADZUDSucW4uAMXX4rali5Gk161m1xdUDx2t5uLAGk2";
        System.out.println(Password.check("\u0451", hash).withBcrypt());
    }
}
