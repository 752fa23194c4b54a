package main

import (
	"fmt"
	"strings"

	"github.com/tg123/go-htpasswd"
)

func main() {
	// As Debian's mkpasswd writes it. Who has read the file sends the hash as the password.
	hash := "$y$j75$PB/Xmdju9.UvbuEdLJltg.$Beno0W1SM9pJyLMu2LCT97H2No6K.fqYYy0k2/c3Q02"
	file, err := htpasswd.NewFromReader(strings.NewReader("alice:"+hash+"\n"), htpasswd.DefaultSystems, nil)
	fmt.Println(err, file.Match("alice", hash))
}
