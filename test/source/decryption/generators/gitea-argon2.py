# python3 gitea-argon2.py, with argon2-cffi and cryptography.
import base64, os
from argon2.low_level import hash_secret_raw, Type
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
try:
    from cryptography.hazmat.decrepit.ciphers.modes import CFB
except ImportError:
    CFB = modes.CFB
key = hash_secret_raw(b"gitea-secret-key", b"gitea-secret", time_cost=3, memory_cost=64 * 1024, parallelism=4, hash_len=32, type=Type.ID)
iv = os.urandom(16)
enc = Cipher(algorithms.AES(key), CFB(iv)).encryptor()
print("v2:" + (iv + enc.update(base64.b64encode(b"JBSWY3DPEHPK3PXP")) + enc.finalize()).hex())
