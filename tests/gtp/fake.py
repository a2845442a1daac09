# A GTP engine with bad manners: `fake.py MANNERS COMMAND …` runs the command, which speaks GTP,
# and stands between it and the suite. tests/gtp.rs says what each of the manners is.
import subprocess
import sys

manners, command = sys.argv[1], sys.argv[2:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
HIDDEN = {
    "no-is-legal": ["is_legal"],
    "only-play": ["is_legal", "all_legal", "list_stones"],
    "no-play": ["play"],
}.get(manners, [])
# The command at which it begins to misbehave: the first ones are those of the greeting.
LATER = 8


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def ask(line):
    engine.stdin.write(line)
    engine.stdin.flush()
    answer = []
    while not answer or answer[-1] != "\n":
        answer.append(engine.stdout.readline())
        if answer[-1] == "":
            break
    return "".join(answer)


for count, line in enumerate(sys.stdin):
    words = line.split()
    if manners == "refuses-ids":
        if words[0].isdigit():
            say("? unknown command\n\n")
            continue
        words.insert(0, "")
    id, name = words[0], words[1]
    if manners == "quits-early" and count == LATER:
        sys.exit(3)
    if manners == "no-answer-to-quit" and name == "quit":
        sys.exit(0)
    if manners == "silent" and name == "is_legal":
        continue
    if manners == "endless" and count == LATER:
        while True:
            say("=\n\n")
    if manners == "endless-with-ids" and count == LATER:
        while True:
            say(f"={id}\n\n")
    if manners == "endless-answer" and count == LATER:
        say(f"={id}\n")
        while True:
            say("A1 " * 100000 + "\n")
    if manners == "blank-flood" and count == LATER:
        while True:
            say("\n" * 1000)
    if manners == "flood" and count == LATER:
        while True:
            say("I am thinking\n")
    answer = ask(line)
    for word in HIDDEN:
        answer = answer.replace(f"\n{word}\n", "\n")
    if manners == "crlf":
        answer = answer.replace("\n", "\r\n")
    if manners in ("no-ids", "twice-without-ids") or manners == "forgets-ids" and count > LATER:
        answer = answer.replace(answer[0] + id, answer[0], 1)
    if manners == "wrong-ids" and count > LATER:
        answer = answer.replace(id, "0", 1)
    if manners in ("twice", "twice-without-ids") and count > LATER:
        answer += answer
    if manners == "thinks-aloud":
        answer = "\nI think\nabout = it\n\n" + answer
    if manners == "blanks":
        answer = "\n\n" + answer.replace(" ", "\t").replace("\n", " \n") + "\n"
    if manners == "is-legal-yes" and name == "is_legal":
        answer = f"={id} yes\n\n"
    if manners == "is-legal-fails" and name == "is_legal":
        answer = f"?{id} unknown command\n\n"
    if manners == "loses-stones" and name == "list_stones":
        answer = f"={id} \n\n"
    if manners == "names-nothing" and name == "list_stones":
        answer = f"={id} I1 \n\n"
    if manners == "version-1" and name == "protocol_version":
        answer = f"={id} 1\n\n"
    say(answer)
    if name == "quit":
        break
