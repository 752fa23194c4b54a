import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import bcrypt

from serve import Skipped, bytes_of, plain_hash, serve


def verify(given):
    text = plain_hash(given)
    if not text.startswith("$2"):
        raise Skipped("another scheme")
    return {"matches": bcrypt.checkpw(bytes_of(given["password"]), text.encode()), "scheme": "bcrypt"}


LINE = {"verify": "bcrypt.checkpw({{password:bytes}}, {{hash:bytes}})"}
serve("pyca/bcrypt", bcrypt.__version__, {"verify": verify}, reproduce=LINE)
