// Other libraries of Go, each by the name that peer.json gives it.
package main

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	gehirn "github.com/GehirnInc/crypt"
	_ "github.com/GehirnInc/crypt/apr1_crypt"
	_ "github.com/GehirnInc/crypt/md5_crypt"
	_ "github.com/GehirnInc/crypt/sha256_crypt"
	_ "github.com/GehirnInc/crypt/sha512_crypt"
	"github.com/alexedwards/argon2id"
	gocrypt "github.com/go-crypt/crypt"
	matthewhartstonge "github.com/matthewhartstonge/argon2"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

var libraries = map[string]library{
	"x-crypto": xCrypto,
	"go-crypt": verifier("go-crypt/crypt", "github.com/go-crypt/crypt", byGoCrypt,
		"argon2", "bcrypt", "md5-crypt", "passlib-bcrypt-sha256-v2", "passlib-pbkdf2", "passlib-scrypt", "sha1-crypt", "sha256-crypt", "sha512-crypt", "sun-md5"),
	"alexedwards-argon2id": verifier("alexedwards/argon2id", "github.com/alexedwards/argon2id", byAlexedwards, "argon2"),
	"matthewhartstonge-argon2": verifier("matthewhartstonge/argon2", "github.com/matthewhartstonge/argon2",
		func(text string, password []byte) (bool, error) {
			return matthewhartstonge.VerifyEncoded(password, []byte(text))
		}, "argon2"),
	"gehirn-crypt": verifier("GehirnInc/crypt", "github.com/GehirnInc/crypt", byGehirn, "apr1", "md5-crypt", "sha256-crypt", "sha512-crypt"),
	"pquerna-otp":  {"pquerna/otp", "github.com/pquerna/otp", map[string]operation{"otpauth": otpauthByPquerna, "totp-code": totpByPquerna}, nil},
}

// verifier is a library that takes a hash and a password and says yes, no, or an error.
func verifier(name, module string, isMatch func(text string, password []byte) (bool, error), notations ...string) library {
	verify := func(raw json.RawMessage) (object, error) {
		var given struct {
			Hash     string
			Password textOrBytes
			Source   string
		}
		if err := json.Unmarshal(raw, &given); err != nil {
			return nil, err
		}
		if given.Source != "" {
			return nil, skipped("knows no systems")
		}
		matches, err := isMatch(given.Hash, given.Password)
		if err != nil {
			return nil, err
		}
		return object{"matches": matches}, nil
	}
	return library{name, module, map[string]operation{"verify": verify}, notations}
}

func byGoCrypt(text string, password []byte) (bool, error) {
	decoder, err := gocrypt.NewDecoderAll()
	if err != nil {
		return false, err
	}
	digest, err := decoder.Decode(text)
	if err != nil {
		return false, err
	}
	return digest.MatchBytesAdvanced(password)
}

func byAlexedwards(text string, password []byte) (bool, error) {
	if strings.HasPrefix(text, "$argon2i$") || strings.HasPrefix(text, "$argon2d$") {
		return false, skipped("argon2id only")
	}
	return argon2id.ComparePasswordAndHash(string(password), text)
}

func byGehirn(text string, password []byte) (bool, error) {
	if !gehirn.IsHashSupported(text) {
		return false, errors.New("not supported")
	}
	err := gehirn.NewFromHash(text).Verify(text, password)
	if errors.Is(err, gehirn.ErrKeyMismatch) {
		return false, nil
	}
	return err == nil, err
}

func totpByPquerna(raw json.RawMessage) (object, error) {
	var given struct {
		Secret, Algorithm string
		UnixSeconds       int64
		Period            uint
		Digits            int
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	algorithm := map[string]otp.Algorithm{"SHA1": otp.AlgorithmSHA1, "SHA256": otp.AlgorithmSHA256, "SHA512": otp.AlgorithmSHA512}[given.Algorithm]
	code, err := totp.GenerateCodeCustom(given.Secret, time.Unix(given.UnixSeconds, 0), totp.ValidateOpts{
		Period: given.Period, Digits: otp.Digits(given.Digits), Algorithm: algorithm,
	})
	return object{"code": code}, err
}

func otpauthByPquerna(raw json.RawMessage) (object, error) {
	var given struct{ URI string }
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	if strings.HasPrefix(strings.ToLower(given.URI), "otpauth-migration:") {
		return nil, skipped("reads no migration URIs")
	}
	key, err := otp.NewKeyFromURL(given.URI)
	if err != nil {
		return nil, err
	}
	if key.Type() != "totp" {
		return nil, errors.New("not TOTP")
	}
	device := object{
		"secretKey": key.Secret(), "period": key.Period(), "digits": key.Digits().Length(), "algorithm": key.Algorithm().String(),
	}
	if issuer := key.Issuer(); issuer != "" {
		device["issuer"] = issuer
	}
	if account := key.AccountName(); account != "" {
		device["account"] = account
	}
	return object{"devices": []object{device}}, nil
}
