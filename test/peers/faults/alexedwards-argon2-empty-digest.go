package main

import (
	"fmt"

	"github.com/alexedwards/argon2id"
)

func main() {
	defer func() { fmt.Println("panic:", recover()) }()
	fmt.Println(argon2id.ComparePasswordAndHash("x", "$argon2id$v=19$m=64,t=2,p=1$Q6wocF5z807Nw2f3aaVL0Q$"))
}
