// go run supabase.go <ID of the factor or user> <text>, with Go 1.24 or later.
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
	"os"
)

func main() {
	id, text := os.Args[1], os.Args[2]
	k := make([]byte, 32)
	for i := range k {
		k[i] = byte(i)
	}
	key, _ := hkdf.Key(sha256.New, k, nil, id, 32)
	b, _ := aes.NewCipher(key)
	g, _ := cipher.NewGCM(b)
	n := make([]byte, 12)
	rand.Read(n)
	out, _ := json.Marshal(map[string]any{"key_id": "2024-01", "alg": "aes-gcm-hkdf", "data": g.Seal(nil, n, []byte(text), nil), "nonce": n})
	fmt.Println(string(out))
	fmt.Println(base64.RawURLEncoding.EncodeToString(k))
}
