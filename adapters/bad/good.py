"""A good engine, to be spoilt: it hands each request on to another engine, and each answer back.

The other engine is a command: the arguments of the script, or the variable GOOD_ENGINE, or `tgo engine`.
A bad engine is a Good one of which one method is wrong. Python 3.8 or later, standard library only.
"""
import json
import os
import shlex
import subprocess
import sys


class Good:
    welcome = {}            # what `hello` says otherwise than the other engine
    other = None            # the other engine, once it is asked

    def ask(self, request):
        """The answer of the other engine."""
        if self.other is None:
            command = sys.argv[1:] or shlex.split(os.environ.get("GOOD_ENGINE", "tgo engine"))
            self.other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.other.stdin.write(json.dumps(request).encode() + b"\n")
        self.other.stdin.flush()
        return json.loads(self.other.stdout.readline())

    def write(self, text):
        """Writes a text to standard output, and out of the buffer."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def say(self, answer):
        self.write(json.dumps(answer) + "\n")

    def hello(self, request):
        name = os.path.basename(sys.argv[0]).split(".")[0]
        answer = self.ask(request)
        answer["ok"].update({"engine": name, "version": "1", "in_flight": 1, **self.welcome})
        self.say(answer)

    def question(self, request):
        self.say(self.answer(request))

    def answer(self, request):
        """The answer to a question, a `run`."""
        return self.ask(request)

    def bye(self, request):
        self.say(self.ask(request))

    def take(self, request):
        """Answers a request. True when it was the last one."""
        if "hello" in request:
            self.hello(request)
        elif "run" in request:
            self.question(request)
        else:
            self.bye(request)
        return "bye" in request

    def requests(self):
        for line in sys.stdin:
            yield json.loads(line)

    def serve(self):
        for request in self.requests():
            if self.take(request):
                break


def verdicts(answer):
    """The parts of an answer that say whether a move is legal: of `legal` the verdicts, of `play` the steps."""
    ok = answer.get("ok", {})
    return ok.get("verdicts", []) + ok.get("steps", [])


def without_gray(run):
    """Takes all gray stones off the boards of a question."""
    run["board"] = [row.replace("*", ".") for row in run["board"]]
    run["history"] = [[row.replace("*", ".") for row in board] for board in run["history"]]
