// Asks Ory Kratos: each line of stdin is a JSON array of hash and password in hexadecimal, each of stdout its answer.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/ory/kratos/hash"
)

func answer(line []byte) (string, error) {
	var given [2]string
	if err := json.Unmarshal(line, &given); err != nil {
		return "", err
	}
	password, err := hex.DecodeString(given[1])
	if err != nil {
		return "", err
	}
	switch err := hash.Compare(context.Background(), password, []byte(given[0])); {
	case err == nil:
		return "yes", nil
	case errors.Is(err, hash.ErrMismatchedHashAndPassword):
		return "no", nil
	default:
		return "refused", nil
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		said, err := answer(lines.Bytes())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println(said)
	}
}
