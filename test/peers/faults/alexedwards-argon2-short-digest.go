package main

import (
	"fmt"

	"github.com/alexedwards/argon2id"
)

const hash = "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$lA"

func main() {
	taken := 0
	for i := range 2000 {
		if ok, _ := argon2id.ComparePasswordAndHash(fmt.Sprint("wrong-", i), hash); ok {
			taken++
		}
	}
	fmt.Println(taken, "of 2000 wrong passwords taken")
}
