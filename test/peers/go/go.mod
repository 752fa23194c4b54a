module credport.example/peers/go

go 1.26.8

require (
	github.com/GehirnInc/crypt v0.0.0-20230320061759-8cc1b52080c5
	github.com/alexedwards/argon2id v1.0.0
	github.com/go-crypt/crypt v0.14.15
	github.com/matthewhartstonge/argon2 v1.1.1
	github.com/pquerna/otp v1.5.0
	golang.org/x/crypto v0.58.0
)

require (
	github.com/boombuler/barcode v1.0.1-0.20190219062509-6c824513bacc // indirect
	github.com/go-crypt/x v0.4.16 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
