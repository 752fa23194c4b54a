// Instead of Kratos' hashers, which write argon2 and bcrypt: what its comparison of hashes needs of them.
package hash

import "errors"

var (
	ErrInvalidHash               = errors.New("the encoded hash is not in the correct format")
	ErrIncompatibleVersion       = errors.New("incompatible version of argon2")
	ErrMismatchedHashAndPassword = errors.New("passwords do not match")
)

func validateBcryptPasswordLength(password []byte) error {
	if len(password) > 72 {
		return errors.New("longer than 72 bytes")
	}
	return nil
}
