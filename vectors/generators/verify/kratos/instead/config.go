// Instead of the configuration of a whole server: the one type of it that Kratos' comparison of hashes names.
package config

type Argon2 struct {
	Memory      uint64
	Iterations  uint32
	Parallelism uint8
	SaltLength  uint32
	KeyLength   uint32
}
