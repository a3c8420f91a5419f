"""Functions of a match in processes of their own."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import threading
import traceback
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type

from ._floe import EngineError, Move, OptionError, Position


def _serve(connection: Any, functions: Dict[int, Any]) -> None:
    """Answer the questions of the match until it ends."""
    # Ctrl-C ends the match, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    watched: List[Any] = [connection] if parent is None else [connection, parent.sentinel]
    while connection in wait(watched):
        try:
            number, method, argument = connection.recv()
        except EOFError:
            return
        try:
            function = functions[number]
            answer = function(argument) if method is None else getattr(function, method)(argument)
            reply: Tuple[Any, Optional[Exception]] = (str(answer) if isinstance(answer, Move) else answer, None)
        except Exception as error:
            reply = (None, _portable(error))
        connection.send_bytes(_pickled(reply))


def _portable(error: Exception) -> Exception:
    """Return an exception that another process can raise; its notes or its text have the traceback."""
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__)).rstrip()
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    if isinstance(copy, Exception) and hasattr(copy, "add_note"):
        copy.add_note(text)
    return copy if isinstance(copy, Exception) else RuntimeError(text)


def _pickled(reply: Tuple[Any, Optional[Exception]]) -> bytes:
    try:
        return pickle.dumps(reply)
    except Exception:
        # What cannot be sent is no move.
        return pickle.dumps((repr(reply[0]), reply[1]))


def _context() -> Any:
    """Return the way to make processes: the one chosen for the program, else fork on Linux, which takes any function."""
    if sys.platform == "linux" and multiprocessing.get_start_method(allow_none=True) is None:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context()


class _Remote:
    """Function of a match that runs in the process of the thread that calls it."""

    def __init__(self, ask: Callable[[int, Optional[str], Any], Any], number: int, function: Any) -> None:
        self.ask = ask
        self.number = number
        if hasattr(function, "new_game"):
            self.new_game = self._new_game

    def __call__(self, position: Position) -> Any:
        return self.ask(self.number, None, position)

    def _new_game(self, seed: int) -> None:
        self.ask(self.number, "new_game", seed)


class Processes:
    """Processes that call the functions of a match, one for each game that is played at a time.

    Parameters
    ----------
    named : sequence of tuple
        Players with their names.
    count : int
        Number of processes, and of threads that play games.
    """

    def __init__(self, named: Sequence[Tuple[str, Any]], count: int) -> None:
        self.names = [name for name, _ in named]
        functions = {number: player for number, (_, player) in enumerate(named) if not isinstance(player, str)}
        #: The players, of which functions run in the processes.
        self.players = [
            _Remote(self._ask, number, player) if number in functions else player
            for number, (_, player) in enumerate(named)
        ]
        self._lock = threading.Lock()
        self._of_thread: Dict[int, int] = {}
        self._workers: List[Tuple[Any, Any]] = []
        context = _context()
        try:
            for _ in range(count if functions else 0):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, functions), daemon=True)
                process.start()
                theirs.close()
                self._workers.append((process, ours))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self._close()
            raise OptionError(f"players: expected functions that pickle takes, with processes: {error}") from error
        except BaseException:
            self._close()
            raise

    def _ask(self, number: int, method: Optional[str], argument: Any) -> Any:
        # Threads of the match are not made by Python: they have no thread-local values.
        thread = threading.get_ident()
        with self._lock:
            process, connection = self._workers[self._of_thread.setdefault(thread, len(self._of_thread))]
        try:
            connection.send((number, method, argument))
            answer, error = connection.recv()
        except (EOFError, OSError) as problem:
            process.join(1)
            code = process.exitcode
            raise EngineError(
                f"player {number + 1} ({self.names[number]}): its process has ended, with exit code {code}"
            ) from problem
        if error is not None:
            raise error
        return answer

    def _close(self) -> None:
        for process, connection in self._workers:
            connection.close()
            process.terminate()
        for process, _ in self._workers:
            process.join()

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], place: Optional[TracebackType]
    ) -> None:
        self._close()
