package main

import (
	"fmt"

	"github.com/pquerna/otp"
)

func main() {
	key, err := otp.NewKeyFromURL("otpauth://totp/Example:alice?issuer=Example")
	fmt.Printf("%q %v\n", key.Secret(), err)
}
