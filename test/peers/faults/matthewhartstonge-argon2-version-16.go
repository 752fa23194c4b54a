package main

import (
	"fmt"

	"github.com/matthewhartstonge/argon2"
)

// The password is "a": libargon2 takes it.
const hash = "$argon2id$v=16$m=64,t=2,p=1$c0s3OUpEOFFXVUcz$6oxJaaLDB3malCBxduUh185tBiD/FOBI"

func main() {
	fmt.Println(argon2.VerifyEncoded([]byte("a"), []byte(hash)))
}
