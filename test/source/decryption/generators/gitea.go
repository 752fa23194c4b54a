// go run gitea.go, with the module code.gitea.io/gitea.
package main

import (
	"code.gitea.io/gitea/modules/secret"
	"crypto/md5"
	"encoding/base64"
	"fmt"
)

func main() {
	s, err := secret.EncryptSecret("gitea-secret-key", "JBSWY3DPEHPK3PXP")
	fmt.Println(s, err)
	k := md5.Sum([]byte("gitea-secret-key"))
	b, err := secret.AesEncrypt(k[:], []byte("JBSWY3DPEHPK3PXP"))
	fmt.Println(base64.StdEncoding.EncodeToString(b), err)
}
