package main

import (
	"fmt"

	"github.com/GehirnInc/crypt"
	_ "github.com/GehirnInc/crypt/sha256_crypt"
)

// A known answer of the specification of SHA-crypt.
const hash = "$5$rounds=77777$short$JiO1O3ZpDAxGJeaDIqqCoEFysAe1mZNJRs3pw0KQRd/"

func main() {
	fmt.Println(crypt.NewFromHash(hash).Verify(hash, []byte("we have a short salt string but not a short password")))
}
