"""The process in which the user's own solver runs. If the solver fails, hangs or dies, nothing else does.

There are three threads. The main one runs the solver. One listens for limits, and ends the process once the program
that started it is gone. The watchdog sends what the main thread has collected, and reports its position a few times a
second. If not even the watchdog can run, because a call in C is blocking all of Python, ``faulthandler`` records the
position and ends the process.
"""

import ast
import faulthandler
import gc
import json
import linecache
import os
import sys
import threading
import time
import traceback
from array import array
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from types import CodeType, FrameType, GeneratorType, ModuleType
from typing import IO, Any, BinaryIO, NoReturn

from solvers.core import frame_trace, registry
from solvers.core.board_words import BoardWords
from solvers.core.frame_trace import ActiveFunction, CodeLine, Tracer, frame_of, innermost
from solvers.core.step import Kind, Step, resolved
from solvers.external import protocol
from solvers.external.protocol import Job, Limits, NoStepError, RunFailure, StepChecksum, TraceRange
from solvers.processes import inside
from solvers.processes.inside import end_all, leave, read_frame, write_all

BATCH = 1024
"""The maximum number of steps sent together. The first batches are smaller, so that a crash loses few steps or none."""
TICK = 0.01
"""The number of seconds between checks by the watchdog, and so the longest that a step waits to be sent."""
BEAT = 0.2

Spans = SimpleQueue[TraceRange]
"""The requested ranges of steps to show."""


class Sender:
    """Sends each step as the number assigned to its (step, place) pair. The watchdog sends what the main thread has
    collected.
    """

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._lock = out, threading.Lock()
        self._pairs: list[bytes] = []
        self._size = 0
        self._sent = 0
        self.codes: array[int] = array("I")
        """The steps not sent yet. The main thread only appends to it."""
        self.passed = 0
        """The number of steps skipped without being sent."""

    @property
    def total(self) -> int:
        return self._sent + len(self.codes) + self.passed

    def number(self, step: Step, place: CodeLine) -> int:
        """Assign a number to a pair. Raises :class:`NoStepError`."""
        self._pairs.append(protocol.frame(protocol.PAIR, protocol.pair_bytes(step, place)))
        self._size += 1
        return self._size - 1

    def flush(self, letter: bytes = b"", *values: object) -> None:
        """Send whatever has been collected, then a frame with the given values, if there is a letter for it."""
        with self._lock:
            codes = self.codes[:]
            pairs = self._pairs[:]  # copied after the codes, so every code's pair is included
            del self._pairs[: len(pairs)]
            if codes:
                pairs.append(protocol.frame(protocol.STEPS, codes.tobytes()))
            if letter:
                pairs.append(protocol.frame(letter, json.dumps(values).encode()))
            try:
                write_all(self._out, b"".join(pairs))
            except OSError:
                leave(protocol.CUT_OFF)
            self._sent += len(codes)
            del self.codes[: len(codes)]


class Gate:
    """Holds the solver back until more steps are wanted."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._changed = limits, threading.Condition()

    def put(self, limits: Limits) -> None:
        with self._changed:
            self._limits = limits
            self._changed.notify_all()

    def is_open(self, made: int, answers: int) -> bool:
        return made < self._limits.steps and answers <= self._limits.answers

    def wait(self, made: int, answers: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self.is_open(made, answers))

    def room(self, made: int) -> int:
        """Return how many more steps the solver may make before the gate is checked again."""
        return min(BATCH, made // 2 + 1, self._limits.steps - made)


def listen(orders: IO[bytes], take: Callable[[Any], None]) -> None:
    """Pass orders on as they arrive. End the process once the program giving them is gone."""
    try:
        while order := read_frame(orders):
            take(order)
    except OSError:
        leave(protocol.CUT_OFF)
    end_all()


class Watchdog(threading.Thread):
    """A thread that reports where the main thread is while the solver runs."""

    def __init__(self, job: Job, sender: Sender, dump: BinaryIO) -> None:
        super().__init__(daemon=True)
        self._path, self._hang, self._dump, self._sender = job.path, job.hang, dump, sender
        self._beat = min(BEAT, job.hang / 4)
        self._main = threading.main_thread().ident or 0
        self._running, self._lock = threading.Event(), threading.Lock()
        self._resumed = 0.0

    def resume(self) -> None:
        """Watch the solver, which is about to run."""
        with self._lock:
            self._resumed = time.monotonic()
            self._running.set()
            self._arm()

    def pause(self) -> None:
        """Stop watching until :meth:`resume` is called, since the solver is held back on purpose."""
        with self._lock:
            self._running.clear()
            faulthandler.cancel_dump_traceback_later()

    def _arm(self) -> None:
        faulthandler.dump_traceback_later(self._hang, exit=True, file=self._dump)

    def run(self) -> None:
        total, since, said = -1, 0.0, 0.0
        while self._running.wait():
            time.sleep(TICK)
            now, before, total = time.monotonic(), total, self._sender.total
            since = now if total != before else max(since, self._resumed)
            self._sender.flush()
            if now - said >= self._beat:
                said = now
                self._say(now - since)

    def _say(self, silent: float) -> None:
        with self._lock:
            if not self._running.is_set():
                return
            self._arm()
        frame = sys._current_frames().get(self._main)
        self._sender.flush(protocol.BEAT, silent, *standing(frame, self._path))


def standing(frame: FrameType | None, path: str) -> CodeLine:
    """Return the innermost line in the solver's own file or, failing that, in any file."""
    innermost = CodeLine(frame.f_code.co_filename, frame.f_lineno) if frame else frame_trace.NOWHERE
    while frame:
        if frame.f_code.co_filename == path:
            return CodeLine(path, frame.f_lineno)
        frame = frame.f_back
    return innermost


def send_steps(
    run: "GeneratorType[Any, Any, Any]", sender: Sender, gate: Gate, watchdog: Watchdog, loops: "PassingLoops"
) -> None:
    """Run the solver to the end and send its steps.

    The numbers of known steps are cached by bytecode instruction, since each instruction has one source line.
    """
    numbers: dict[tuple[Any, int], dict[Step, int]] = {}
    made, answers, room, append = 0, 0, gate.room(0), sender.codes.append
    plain, maker = not loops, loops.maker if loops else innermost
    for step in run:
        frame: FrameType = run.gi_frame if plain and run.gi_yieldfrom is None else maker(run)  # type: ignore[assignment]
        at = (frame.f_code, frame.f_lasti)
        known = numbers.get(at)
        if known is None:
            known = numbers[at] = {}
        number = known.get(step) if isinstance(step, Step) else None
        if number is None:
            number = known[step] = sender.number(step, CodeLine(frame.f_code.co_filename, frame.f_lineno))
        append(number)
        made += 1
        room -= 1
        if room and step.kind is not Kind.SOLVED:
            continue
        answers += step.kind is Kind.SOLVED
        sender.flush()
        if not gate.is_open(made, answers):
            watchdog.pause()
            gate.wait(made, answers)
            watchdog.resume()
        room = gate.room(made)


def show_steps(run: "GeneratorType[Any, Any, Any]", sender: Sender, spans: Spans, watchdog: Watchdog, job: Job) -> None:
    """Run the solver up to each requested range and show the steps in it."""
    made, tracer, course = 0, Tracer(job.path), StepChecksum()
    words, loops = BoardWords(job.puzzle, job.file.source), PassingLoops(job.file.source, job.path)
    steps = resolved(step for step in run if getattr(step, "kind", None) is not Kind.PENDING)

    def shown_step() -> Any:
        """Trace the next step. If it raises, show the variables before re-raising."""
        try:
            step = tracer.trace(run, lambda: next(steps))
        except StopIteration:
            raise
        except BaseException as error:
            at = frame_of(error, job.path)
            there = (ActiveFunction(at.f_code.co_name, at.f_lineno, words.variables(at)),) if at else ()
            sender.flush(protocol.VIEW, made + 1, "", tracer.lines, there, course.value)
            raise
        frames = words.frames(loops.active(run))
        sender.flush(protocol.VIEW, made + 1, protocol.sendable(step), tracer.lines, frames, course.value)
        return step

    while True:
        watchdog.pause()
        span = spans.get()
        watchdog.resume()
        while made < span.last:
            course.add(next(steps) if made < span.first - 1 else shown_step())
            made += 1
            sender.passed += 1


def start(job: Job) -> "GeneratorType[Any, Any, Any] | RunFailure":
    """Execute the file and call the solver's function."""
    for name in job.file.registers:
        registry.remove(name)  # the file may be a copy of a registered solver
    sys.path.insert(0, str(job.file.path.parent))
    sys.dont_write_bytecode = True  # a neighbouring module saved twice within a second would seem unchanged
    linecache.cache[job.path] = (len(job.file.source), None, job.file.source.splitlines(keepends=True), job.path)
    module = ModuleType("own_solver")
    module.__file__ = job.path
    sys.modules[module.__name__] = module
    exec(compile(job.file.source, job.path, "exec"), module.__dict__)
    function = getattr(module, job.file.function)
    run = function(job.puzzle, **job.options)
    if isinstance(run, GeneratorType):
        return run
    line = getattr(getattr(function, "__code__", None), "co_firstlineno", 0)
    message = (
        f"{job.file.function}() returned {protocol.shortened(repr(run), 200)}, not a generator; it must yield its steps"
    )
    return RunFailure("raised", message, CodeLine(job.path, line))


def work(job: Job, gate: Gate, spans: Spans, sender: Sender, watchdog: Watchdog) -> RunFailure | None:
    """Start the solver and follow its run. Return what went wrong, or ``None`` if it finished."""
    try:
        run = start(job)
        if isinstance(run, RunFailure):
            return run
    except BaseException as error:
        return failure(error, job)
    try:
        if job.traced:
            show_steps(run, sender, spans, watchdog, job)
        else:
            send_steps(run, sender, gate, watchdog, PassingLoops(job.file.source, job.path))
    except StopIteration:
        return None
    except NoStepError as error:
        return RunFailure("no step", str(error), standing(innermost(run), ""))
    except BaseException as error:
        return failure(error, job)
    return None


def failure(error: BaseException, job: Job) -> RunFailure:
    """Describe an exception: its message, the last line of the solver's own file in the traceback, and the traceback
    from that file on.
    """
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    place = place_of(error, job.path)
    text = "".join(traceback.format_exception(type(error), error, trace))
    if isinstance(error, SystemExit):
        return RunFailure("raised", "it called sys.exit() or exit(); a solver should end with return", place, text)
    return RunFailure("raised", "".join(traceback.format_exception_only(type(error), error)).strip(), place, text)


def place_of(error: BaseException | None, path: str) -> CodeLine:
    """Return the innermost line of a file in the traceback of an error, or of the error that caused it."""
    while error is not None:
        trace = traceback.walk_tb(error.__traceback__)
        lines = [line for frame, line in trace if frame.f_code.co_filename == path]
        if lines:
            return CodeLine(path, lines[-1])
        error = error.__cause__ or error.__context__
    return CodeLine(path, 0)


def send_before_exit(sender: Sender, path: str) -> None:
    """Make ``os._exit`` first send the steps so far and the line that called it. Forked processes keep the original."""
    pid = os.getpid()

    def exit_now(status: int) -> NoReturn:
        if os.getpid() == pid:
            sender.flush(protocol.BEAT, 0.0, *standing(sys._getframe(1), path))
        leave(status)

    os._exit = exit_now


def main() -> None:
    inside.leave_interrupts()
    orders, out = inside.private_pipes()
    job = read_frame(orders)
    sender = Sender(out)
    dump = open(job.dump, "wb")  # noqa: SIM115  open until the process ends
    if os.name == "posix":
        os.unlink(job.dump)  # the parent has opened it too; now no file is left if either process is killed
    faulthandler.enable(dump)
    inside.limit_memory()
    watchdog, gate, spans = Watchdog(job, sender, dump), Gate(job.limits), Spans()
    take: Callable[[Any], None] = spans.put if job.traced else gate.put
    threading.Thread(target=listen, args=(orders, take), daemon=True).start()
    sender.flush(protocol.BEGUN, os.getpid())
    watchdog.resume()
    watchdog.start()
    send_before_exit(sender, job.path)
    failed = work(job, gate, spans, sender, watchdog)
    watchdog.pause()
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    if failed:
        message, trace = protocol.shortened(failed.message), protocol.shortened(failed.trace, 5 * protocol.LONGEST_TEXT)
        sender.flush(protocol.FAILED, failed.how, message, trace, *failed.place)
    else:
        sender.flush(protocol.ENDED)
    leave(0)  # without waiting for processes that the solver started


# Loops that pass steps on -------------------------------------------------------------------------------------------

# Students write "for step in helper(): yield step" as often as "yield from helper()", and mean the same thing. The
# loop's generator is on its function's stack, where only the garbage collector can see it. Its references are listed in
# the order of the stack, innermost loop last. If the search fails, the loop's own line stands for the step.


Loops = tuple[str, ...]
"""The names that the enclosing loops of a function set, outermost first; "" if a loop sets several or changes one."""
_SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


class PassingLoops:
    """The loops of a file that yield what they get from another generator."""

    def __init__(self, source: str, path: str) -> None:
        self.path = path
        self._inside: dict[tuple[int, int], int] = {}
        """For each ``yield`` that passes steps on, by line and column, the number of loops between it and the loop
        whose variable it yields.
        """
        self._known: dict[tuple[CodeType, int], int | None] = {}
        """How many loops are inside the loop that passes on what an instruction yields; ``None`` if no loop does."""
        self._read(source)

    def __bool__(self) -> bool:
        return bool(self._inside)

    def maker(self, generator: Any) -> FrameType | None:
        """Return the frame that made the last step, following ``yield from`` and passing loops."""
        return self.active(generator)[-1].gi_frame

    def active(self, generator: Any) -> "list[GeneratorType[Any, Any, Any]]":
        """Return the generators that are under way, from the given one to the one that made the last step."""
        found = [generator]
        while isinstance(below := self._below(found[-1]), GeneratorType) and below.gi_frame is not None:
            found.append(below)
        return found

    def _below(self, generator: Any) -> object:
        """Return the iterator whose step a generator has passed on, if any."""
        if generator.gi_yieldfrom is not None:
            return generator.gi_yieldfrom
        frame = generator.gi_frame
        at = frame.f_code, frame.f_lasti
        if at not in self._known:
            line, _, column, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
            here = frame.f_code.co_filename == self.path
            self._known[at] = self._inside.get((line or 0, column or 0)) if here else None
        depth = self._known[at]
        iterators = (one for one in reversed(gc.get_referents(generator)) if hasattr(type(one), "__next__"))
        return None if depth is None else next(islice(iterators, depth, None), None)

    # The source

    def _read(self, source: str) -> None:
        nodes: list[tuple[ast.AST, Loops]] = [(ast.parse(source), ())]
        while nodes:  # not by recursion, as an expression may be nested deeply
            node, loops = nodes.pop()
            if isinstance(node, ast.For):
                nodes += ((one, loops) for one in (node.target, node.iter, *node.orelse))
                nodes += ((one, (*loops, _name_set(node))) for one in node.body)
                continue
            if isinstance(node, ast.GeneratorExp):
                names = (one.target for one in node.generators)
                loops_in_it = tuple(one.id if isinstance(one, ast.Name) else "" for one in names)
                for at in (node, node.elt):  # up to Python 3.11 the whole expression yields, and then its element
                    self._note(at, node.elt, loops_in_it)
            elif isinstance(node, ast.Yield):
                self._note(node, node.value, loops)
            within = () if isinstance(node, _SCOPES) else loops
            nodes += ((one, within) for one in ast.iter_child_nodes(node))

    def _note(self, at: ast.expr, value: ast.expr | None, loops: Loops) -> None:
        """Record the position of a ``yield`` that passes on the variable of a loop."""
        if isinstance(value, ast.Name) and value.id in loops:
            self._inside[at.lineno, at.col_offset] = loops[::-1].index(value.id)


def _name_set(loop: ast.For) -> str:
    """Return the name that a loop sets, unless its body sets it too."""
    name = loop.target.id if isinstance(loop.target, ast.Name) else ""
    nodes = (node for part in loop.body for node in ast.walk(part))
    changed = any(isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id == name for one in nodes)
    return "" if changed else name


if __name__ == "__main__":
    main()
