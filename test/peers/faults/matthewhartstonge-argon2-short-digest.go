package main

import (
	"fmt"

	"github.com/matthewhartstonge/argon2"
)

const hash = "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$lA"

func main() {
	taken := 0
	for i := range 2000 {
		if ok, _ := argon2.VerifyEncoded([]byte(fmt.Sprint("wrong-", i)), []byte(hash)); ok {
			taken++
		}
	}
	fmt.Println(taken, "of 2000 wrong passwords taken")
}
