"""``solvescope lab``: writes a web site on which people watch solvers in their browsers."""

import argparse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path

from puzzles.bounds import reason
from puzzles.discovery import About
from puzzles.problems import short
from visualizer.cli.arguments import add_flag
from visualizer.cli.output import CommandError
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("lab", summary="write a web site that runs the solvers in its visitors' browsers", rank=119)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="the folder to write")
    runtime = "the npm package pyodide, unpacked (default: it is fetched once)"
    parser.add_argument("--runtime", type=Path, metavar="FOLDER", help=runtime)
    add_flag(parser, "--serve", "show the site on this machine until Ctrl+C")


def run(args: argparse.Namespace) -> int:
    from visualizer.lab import site
    from visualizer.lab.runtime import RuntimeMissing

    with raised_as(CommandError, RuntimeMissing):
        try:
            site.write(args.output, args.runtime)
        except OSError as error:
            raise CommandError(f"the site cannot be written to {short(args.output)}: {reason(error)}") from None
    say(f"{short(args.output)} holds the site: put its files on any web server")
    if args.serve:
        _serve(args.output)
    return Exit.DONE


class _Handler(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | PathLike[str]) -> str:
        """Return the type of a file. Windows may call scripts plain text, and no browser runs them then."""
        return {".js": "text/javascript", ".css": "text/css"}.get(Path(path).suffix) or super().guess_type(path)


def _serve(folder: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        say(f"http://127.0.0.1:{server.server_port}/ shows it; Ctrl+C ends this")
        server.serve_forever()
