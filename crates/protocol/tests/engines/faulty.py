"""An Othello engine for tests, which does one thing wrong.

    faulty.py [gtp|nboard|ugi|json] [FAULT [MOVE]]

plays the first legal move, and from its MOVE-th move on (1 if not given) does what FAULT says:

    good       nothing wrong
    mute       never answers anything, not even the greeting
    exit       ends at once with code 3, after a line on standard error
    hang       reads on, but answers no more
    crash      ends with code 1, after a line on standard error
    kill       ends by SIGKILL
    illegal    answers a1
    noise      writes a line that is no reply before each, and plays on
    mumble     writes a line that is no reply, and hangs
    nonsense   writes a thousand lines that are no reply
    flood      writes two megabytes of lines
    long       writes two megabytes without the end of a line
    deaf       stops reading its input, and sleeps
    child      starts a child that holds its output, and hangs
    resign     gives up
    chatter    writes a megabyte to standard error with every move, and plays on
    close      closes its output, and sleeps
    refuse     refuses a move of its opponent
"""
import os, sys, time

words = sys.argv[1:]
protocol = words.pop(0) if words and words[0] in ("gtp", "nboard", "ugi", "json") else "gtp"
fault = words.pop(0) if words else "good"
fault_at = int(words.pop(0)) if words else 1
asked = 0
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def start():
    return {(3, 3): 1, (4, 4): 1, (4, 3): 0, (3, 4): 0}


def flips(square, mover):
    found = []
    for x, y in DIRECTIONS:
        line, at = [], (square[0] + x, square[1] + y)
        while board.get(at) == 1 - mover:
            line.append(at)
            at = (at[0] + x, at[1] + y)
        if board.get(at) == mover:
            found += line
    return found


def legal(mover):
    squares = [(x, y) for y in range(8) for x in range(8) if (x, y) not in board]
    return [square for square in squares if flips(square, mover)]


def play(text, mover):
    """Whether the move is legal; it is played then."""
    if text.lower() in ("pass", "pa"):
        return not legal(mover)
    if len(text) != 2:
        return False
    square = (ord(text[0].lower()) - ord("a"), ord(text[1]) - ord("1"))
    turned = flips(square, mover) if square not in board else []
    for at in turned and turned + [square]:
        board[at] = mover
    return bool(turned)


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def choose(mover):
    """The move to answer with, unless the fault comes first."""
    global asked
    asked += 1
    moves = legal(mover)
    best = name(moves[0]) if moves else "pass"
    if asked < fault_at:
        return best
    if fault == "mumble":
        say("hello there")
    if fault in ("hang", "mumble"):
        while sys.stdin.readline():
            pass
        time.sleep(1000)
    if fault == "crash":
        sys.exit("something broke")
    if fault == "kill":
        os.kill(os.getpid(), 9)
    if fault == "illegal":
        return "a1"
    if fault == "noise":
        say("hello there")
    if fault == "nonsense":
        say("hello there\n" * 1000)
    if fault == "flood":
        for _ in range(40_000):
            say("x" * 50)
    if fault == "long":
        sys.stdout.write("x" * 2_000_000)
    if fault == "deaf":
        time.sleep(1000)
    if fault == "child":
        os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
        time.sleep(1000)
    if fault == "resign":
        return "resign"
    if fault == "chatter":
        sys.stderr.write("chatter\n" * 128 * 1024)
    if fault == "close":
        os.close(1)
        time.sleep(1000)
    return best


def gtp():
    global board
    for line in sys.stdin:
        words = line.split("#")[0].split()
        identity = words.pop(0) if words and words[0].isdigit() else ""
        command, reply = (words or [""])[0], None
        if command == "":
            continue
        if command == "list_commands":
            reply = "list_commands\nname\nversion\nboardsize\nclear_board\nplay\ngenmove\nquit"
        elif command in ("name", "version", "protocol_version", "quit"):
            reply = {"name": "Faulty", "version": "1", "protocol_version": "2"}.get(command, "")
        elif command == "boardsize":
            reply = "" if words[1:] == ["8"] else None
        elif command == "clear_board":
            board, reply = start(), ""
        elif command == "play" and len(words) == 3 and not (fault == "refuse" and words[2] != "pass"):
            reply = "" if play(words[2], "bw".find(words[1][0].lower())) else None
        elif command == "genmove" and len(words) == 2:
            mover = "bw".find(words[1][0].lower())
            reply = choose(mover)
            play(reply, mover)
        say(("?" + identity + " refused" if reply is None else "=" + identity + " " + reply) + "\n")
        if command == "quit":
            return


def nboard():
    global board
    mover = 0
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "nboard":
            say("set myname Faulty")
        elif words[0] == "ping":
            say("pong " + words[1])
        elif line.startswith("set game"):
            board, mover = start(), 0
            if "BO[8 " in line:
                cells = line.split("BO[8 ")[1].split("]")[0].replace(" ", "")
                board = {(i % 8, i // 8): "*O".index(c) for i, c in enumerate(cells[:64]) if c in "*O"}
                mover = "*O".index(cells[64])
            for piece in line.split("[")[1:]:
                before = line[: line.index("[" + piece)][-2:]
                if before in ("]B", "]W"):
                    play(piece.split("]")[0].split("/")[0], "BW".index(before[1]))
                    mover = 1 - "BW".index(before[1])
        elif words[0] == "move":
            play(words[1].split("/")[0], mover)
            mover = 1 - mover
        elif words[0] == "go":
            say("status thinking")
            say("=== " + choose(mover).upper().replace("PASS", "PA") + "/2.60/0.01")
        elif words[0] == "quit":
            return


def ugi():
    global board
    mover = 0
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "ugi":
            say("id name Faulty\nid author nobody\noption name Hash type spin\nugiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            board, mover = start(), 0
            if words[1] == "fen":
                board = {(i % 8, i // 8): "XO".index(c) for i, c in enumerate(words[2]) if c in "XO"}
                mover = "XO".index(words[3])
            for text in words[words.index("moves") + 1 :] if "moves" in words else []:
                play(text, mover)
                mover = 1 - mover
        elif words[0] == "go":
            best = choose(mover)
            say("info depth 3 score cp 700 nodes 11 pv " + best)
            say("bestmove " + best)
        elif words[0] == "quit":
            return


def lines_of_json():
    global board
    for line in sys.stdin:
        cells = line.split('"position":"')[1]
        board = {(i % 8, i // 8): "XO".index(c) for i, c in enumerate(cells[:64]) if c in "XO"}
        say(choose("XO".index(cells[65])))


board = start()
if fault == "mute":
    time.sleep(1000)
if fault == "exit":
    sys.stderr.write("no licence found\n")
    sys.exit(3)
{"gtp": gtp, "nboard": nboard, "ugi": ugi, "json": lines_of_json}[protocol]()
