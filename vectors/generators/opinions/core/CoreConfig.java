package io.supertokens.config;

public class CoreConfig {
    public enum PASSWORD_HASHING_ALG { ARGON2, BCRYPT, FIREBASE_SCRYPT }

    public String getFirebase_password_hashing_signer_key() {
        return null;
    }
}
