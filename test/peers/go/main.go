// Go's standard library and golang.org/x/crypto, held to the vectors.
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/bcrypt"
)

type object = map[string]any

type message struct {
	Cmd       string
	Seq       int
	Operation string
	Input     json.RawMessage
}

// skipped says that a case is not for this implementation.
type skipped string

func (reason skipped) Error() string { return string(reason) }

// textOrBytes is a JSON string, whose UTF-8 form is meant, or {"hex": …}; {"textUtf16": …} is not text in Go.
type textOrBytes []byte

func (value *textOrBytes) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*value = []byte(text)
		return nil
	}
	var form struct{ Hex, TextUtf16 string }
	if err := json.Unmarshal(raw, &form); err != nil {
		return err
	}
	if form.TextUtf16 != "" {
		return errors.New("half a surrogate pair has no UTF-8 form")
	}
	decoded, err := hex.DecodeString(form.Hex)
	*value = decoded
	return err
}

func verify(raw json.RawMessage) (object, error) {
	var given struct {
		Hash     string
		Password textOrBytes
		Source   string
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	switch {
	case given.Source != "":
		return nil, skipped("what a system does around the hash is not this library's")
	case strings.HasPrefix(given.Hash, "$2"):
		err := bcrypt.CompareHashAndPassword([]byte(given.Hash), given.Password)
		if err != nil && !errors.Is(err, bcrypt.ErrMismatchedHashAndPassword) {
			return nil, err
		}
		return object{"matches": err == nil, "scheme": "bcrypt"}, nil
	case strings.HasPrefix(given.Hash, "$argon2i$"), strings.HasPrefix(given.Hash, "$argon2id$"):
		return verifyArgon2(given.Hash, given.Password)
	}
	return nil, skipped("another scheme")
}

// The library computes argon2 but reads no strings: this is the reader that its users write.
func verifyArgon2(text string, password []byte) (object, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 {
		return nil, skipped("the library has no argon2 of version 16")
	}
	var version int
	var memory, time uint32
	var threads uint8
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil {
		return nil, err
	}
	if version != argon2.Version {
		return nil, skipped("the library has no argon2 of version 16")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return nil, err
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return nil, err
	}
	digest, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return nil, err
	}
	if memory > 1<<20 {
		return nil, skipped("more than 1 GiB of memory")
	}
	derive := argon2.IDKey
	if parts[1] == "argon2i" {
		derive = argon2.Key
	}
	computed := derive(password, salt, time, memory, threads, uint32(len(digest)))
	return object{"matches": subtle.ConstantTimeCompare(computed, digest) == 1, "scheme": "argon2"}, nil
}

func secretToBase32(raw json.RawMessage) (object, error) {
	var given struct {
		Secret   textOrBytes
		Encoding string
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	key, err := decodeSecret(given.Secret, given.Encoding)
	if err != nil {
		return nil, err
	}
	return object{"base32": base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(key)}, nil
}

func decodeSecret(secret []byte, encoding string) ([]byte, error) {
	text := string(secret)
	padded := strings.Contains(text, "=")
	switch encoding {
	case "utf8":
		return secret, nil
	case "hex":
		return hex.DecodeString(text)
	case "base32":
		if padded {
			return base32.StdEncoding.DecodeString(text)
		}
		return base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text)
	case "base64":
		if padded {
			return base64.StdEncoding.DecodeString(text)
		}
		return base64.RawStdEncoding.DecodeString(text)
	}
	if padded {
		return base64.URLEncoding.DecodeString(text)
	}
	return base64.RawURLEncoding.DecodeString(text)
}

func totpCode(raw json.RawMessage) (object, error) {
	var given struct {
		Secret, Algorithm           string
		UnixSeconds, Period, Digits uint64
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(given.Secret)
	if err != nil {
		return nil, err
	}
	algorithm := map[string]func() hash.Hash{"SHA1": sha1.New, "SHA256": sha256.New, "SHA512": sha512.New}[given.Algorithm]
	mac := hmac.New(algorithm, key)
	_ = binary.Write(mac, binary.BigEndian, given.UnixSeconds/given.Period)
	sum := mac.Sum(nil)
	place := sum[len(sum)-1] & 15
	number := uint64(binary.BigEndian.Uint32(sum[place:]) & 0x7fffffff)
	modulus := uint64(1)
	for range given.Digits {
		modulus *= 10
	}
	return object{"code": fmt.Sprintf("%0*d", given.Digits, number%modulus)}, nil
}

type operation = func(json.RawMessage) (object, error)

// library is what is held to the vectors; notations are those that it reads.
type library struct {
	name, module string
	operations   map[string]operation
	notations    []string
}

var xCrypto = library{"Go and x/crypto", "golang.org/x/crypto", map[string]operation{
	"secret-to-base32": secretToBase32,
	"totp-code":        totpCode,
	"verify":           verify,
}, nil}

// chosen is the library that the first argument names.
var chosen = xCrypto

// A panic ends the program: it is the library's, and counts as one.
func answer(given message) object {
	reply := object{"seq": given.Seq}
	output, err := chosen.operations[given.Operation](given.Input)
	var reason skipped
	switch {
	case errors.As(err, &reason):
		reply["skipped"] = object{"reason": reason}
	case err != nil:
		reply["error"] = object{"code": err.Error()}
	default:
		reply["ok"] = output
	}
	return reply
}

func version(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == path {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return "unknown"
}

func main() {
	if len(os.Args) > 1 {
		chosen = libraries[os.Args[1]]
	}
	lines := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var given message
		if err := json.Unmarshal(bytes.TrimSpace(line), &given); err != nil || given.Cmd == "bye" {
			return
		}
		reply := answerOrHello(given)
		encoded, _ := json.Marshal(reply)
		_, _ = out.Write(append(encoded, '\n'))
		_ = out.Flush()
	}
}

func answerOrHello(given message) object {
	if given.Cmd != "hello" {
		return answer(given)
	}
	names := []string{}
	for name := range chosen.operations {
		names = append(names, name)
	}
	implementation := object{"name": chosen.name, "version": version(chosen.module), "language": "Go"}
	hello := object{"protocol": 1, "implementation": implementation, "operations": names}
	if chosen.notations != nil {
		hello["notations"] = chosen.notations
	}
	return hello
}
