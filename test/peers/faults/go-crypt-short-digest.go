package main

import (
	"fmt"

	"github.com/go-crypt/crypt"
)

func main() {
	for _, hash := range []string{
		"$pbkdf2-sha256$1000$MDEyMzQ1Njc4OWFiY2RlZg$hQ",
		"$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$lA",
		"$scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$hQ",
	} {
		taken := 0
		for i := range 2000 {
			if ok, _ := crypt.CheckPassword(fmt.Sprint("wrong-", i), hash); ok {
				taken++
			}
		}
		fmt.Println(taken, "of 2000 wrong passwords taken")
	}
}
