"""The program itself: ``python -m papan`` is what ``papan`` is elsewhere."""

import os
import signal
import sys

from papan import _papan


def main() -> int:
    """Runs the program with the arguments of this process."""
    # The same program once more guards the engines that it starts. It must not depend on what
    # the user's folder or environment make Python do.
    guard = [sys.executable, "-P", "-m", "papan"]
    # Python only notes Ctrl-C until the program returns to it: what the program does not hear itself
    # ends it, as everywhere else. Who ignores it goes on ignoring it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What Python's own streams hold must not come after what the program writes.
    sys.stdout.flush()
    sys.stderr.flush()
    code: int = _papan.run_program(guard, sys.argv[1:])
    # Threads that the program leaves behind must not keep the process alive.
    os._exit(code)


if __name__ == "__main__":
    main()
