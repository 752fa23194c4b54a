package main

import (
	"fmt"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

func main() {
	defer func() { fmt.Println("panic:", recover()) }()
	options := totp.ValidateOpts{Period: 30, Digits: otp.Digits(-1)}
	fmt.Println(totp.GenerateCodeCustom("JBSWY3DPEHPK3PXP", time.Unix(59, 0), options))
}
