// go run supabase.go, with Go 1.24 or later.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

func main() {
	id := "2b306a77-21dc-4110-ba71-537cb56b9e98"
	k := make([]byte, 32)
	for i := range k {
		k[i] = byte(i)
	}
	key, _ := hkdf.Key(sha256.New, k, nil, id, 32)
	b, _ := aes.NewCipher(key)
	g, _ := cipher.NewGCM(b)
	n := make([]byte, 12)
	rand.Read(n)
	out, _ := json.Marshal(map[string]any{"key_id": "2024-01", "alg": "aes-gcm-hkdf", "data": g.Seal(nil, n, []byte("JBSWY3DPEHPK3PXP"), nil), "nonce": n})
	fmt.Println(string(out))
	fmt.Println(base64.RawURLEncoding.EncodeToString(k))
}
