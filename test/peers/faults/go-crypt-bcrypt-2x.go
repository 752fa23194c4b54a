package main

import (
	"fmt"

	"github.com/go-crypt/crypt"
)

func main() {
	// A known answer of crypt_blowfish: the password is the two bytes of the letter ё in UTF-8.
	fmt.Println(crypt.CheckPassword("\xd1\x91", "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS"))
}
