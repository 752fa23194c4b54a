package main

import (
	"fmt"

	"golang.org/x/crypto/bcrypt"
)

func main() {
	hash := "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
	fmt.Println(bcrypt.CompareHashAndPassword([]byte(hash+"/anything"), []byte("U*U")))
}
