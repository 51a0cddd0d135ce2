"""Interrupts are tested here: whoever starts the tests in the background may have had them ignored."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
