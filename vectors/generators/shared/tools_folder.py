"""The folder that install.sh fills with what Debian does not have."""

import os
import sys
from pathlib import Path

TOOLS = Path(os.environ.get("CREDPORT_TOOLS") or Path.home() / ".cache" / "credport-generators")


def prefer_python(name):
    """Packages of the folder before those of Debian."""
    sys.path.insert(1, str(TOOLS / name))


def use_python(name):
    """Packages of the folder where Debian has none."""
    sys.path.append(str(TOOLS / name))
