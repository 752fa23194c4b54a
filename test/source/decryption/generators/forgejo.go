// go run forgejo.go, with the module golang.org/x/crypto: the primitives that Forgejo's modules/keying calls.
package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/hkdf"
)

func main() {
	key := make([]byte, chacha20poly1305.KeySize)
	if _, err := io.ReadFull(hkdf.New(sha256.New, []byte("forgejo-secret-key"), nil, []byte("totp")), key); err != nil {
		panic(err)
	}
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		panic(err)
	}
	nonce := make([]byte, chacha20poly1305.NonceSizeX)
	rand.Read(nonce)
	row := binary.BigEndian.AppendUint64([]byte("secret:"), 258)
	fmt.Println(hex.EncodeToString(aead.Seal(nonce, nonce, []byte("JBSWY3DPEHPK3PXP"), row)))
}
