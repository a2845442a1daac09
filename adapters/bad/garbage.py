"""Names and messages hold zeros, escapes, marks of direction and no end of text."""
import sys

from good import Good

GARBAGE = "\0\x1b[31mred\x1b]0;title\x07\u202e\u2066é〇\r\n" + "long " * 100_000


class Bad(Good):
    welcome = {"engine": GARBAGE, "version": GARBAGE}

    def answer(self, request):
        sys.stderr.write(GARBAGE[:100] + "\n")
        return {"id": request["id"], "error": {"message": GARBAGE}}


Bad().serve()
