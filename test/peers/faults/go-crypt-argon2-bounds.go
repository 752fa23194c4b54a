package main

import (
	"fmt"

	"github.com/go-crypt/crypt"
)

func main() {
	// RFC 9106: p is at most 16777215, and m at least 8 * p. To match it asks for 128 GiB; Go ends the process without them.
	decoder, _ := crypt.NewDecoderAll()
	_, err := decoder.Decode("$argon2id$v=19$m=2048,t=2,p=16777216$MDEyMzQ1Njc4OWFiY2RlZg$lAlAlAlAlAlAlAlAlAlAlA")
	fmt.Println(err)
}
