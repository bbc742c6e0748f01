"""`sarja serve`: tables for the browser, on this machine or on the home network."""

import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from sarja.cli.exits import DONE, UNUSABLE
from sarja.cli.manual import ManualCommand, Number, Word, fail
from sarja.i18n import Catalogue
from sarja.rules.errors import SarjaError
from sarja.rules.jsontext import one_line

if TYPE_CHECKING:
    from sarja.server.places import Place

PORT: Final = 7474
PAUSE: Final = 1000
"""Milliseconds that a bot takes for a move, give or take a third."""
KEEP_DAYS: Final = 30
"""Days for which finished games and tables at rest are kept."""
LONGEST_PAUSE: Final = 10_000
AWAY: Final = 20
"""Seconds after which somebody who is not there is called away."""
LONGEST_AWAY: Final = 3600


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action(**given: Any) -> int:
        from sarja.server.origins import origin_of

        options = _Options(**given)
        if options.public_url is not None and origin_of(options.public_url) is None:
            fail("not-an-address", name="--public-url", value=one_line(options.public_url, 60))
        return _serve(texts, options)

    return ManualCommand(
        "serve",
        texts,
        action,
        [
            click.Option(["--lan"], is_flag=True, help=texts.text("cli-serve-lan")),
            click.Option(
                ["--port"],
                type=Number(0, 65535),
                default=PORT,
                help=texts.text("cli-serve-port", port=str(PORT)),
            ),
            click.Option(["--public-url"], metavar="URL", help=texts.text("cli-serve-public-url")),
            click.Option(["--data"], metavar="FOLDER", help=texts.text("cli-serve-data")),
            click.Option(
                ["--no-browser", "browser"],
                is_flag=True,
                flag_value=False,
                default=True,
                help=texts.text("cli-serve-no-browser"),
            ),
            click.Option(
                ["--analysis"],
                type=Word("off", "quick", "full"),
                default="full",
                help=texts.text("cli-serve-analysis"),
            ),
            click.Option(
                ["--keep-days"],
                type=Number(0, 36500),
                default=KEEP_DAYS,
                help=texts.text("cli-serve-keep-days", days=str(KEEP_DAYS)),
            ),
            click.Option(
                ["--log-format"],
                type=Word("text", "json"),
                default="text",
                help=texts.text("cli-serve-log-format"),
            ),
            click.Option(
                ["--bot-pause"],
                type=Number(0, LONGEST_PAUSE),
                default=PAUSE,
                help=texts.text("cli-serve-bot-pause", pause=str(PAUSE)),
            ),
            click.Option(
                ["--away-after"],
                type=Number(0, LONGEST_AWAY),
                default=AWAY,
                help=texts.text("cli-serve-away-after", seconds=str(AWAY)),
            ),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Options:
    lan: bool
    port: int
    public_url: str | None
    data: str | None
    browser: bool
    analysis: Literal["off", "quick", "full"]
    keep_days: int
    log_format: Literal["text", "json"]
    bot_pause: int
    away_after: int


def _serve(texts: Catalogue, options: _Options) -> int:
    from sarja.server.app import Server
    from sarja.server.logs import log_to_stderr
    from sarja.server.origins import lan_address
    from sarja.server.places import bus_at, shown, store_at
    from sarja.server.run import listen, run
    from sarja.server.thinking import Thinker

    place = place_of(options.data)
    try:
        store = store_at(place)
    except SarjaError as error:
        sentence = texts.text(f"error-{error.code}", **error.params)
        print(f"{one_line(shown(place), 200)}: {sentence}", file=sys.stderr)
        return UNUSABLE
    store.on_trouble = _Trouble(texts).tell
    try:
        bus = bus_at(os.environ.get("SARJA_BUS"), store)
    except SarjaError as error:
        store.shut()
        print(f"SARJA_BUS: {texts.text(f'error-{error.code}', **error.params)}", file=sys.stderr)
        return UNUSABLE
    try:
        listener = listen("0.0.0.0" if options.lan else "127.0.0.1", options.port)
    except SarjaError:
        store.shut()
        raise
    port = listener.getsockname()[1]
    local = f"http://127.0.0.1:{port}"
    host = lan_address() if options.lan else None
    url = options.public_url or (f"http://{host}:{port}" if host else local)
    log_to_stderr(options.log_format)
    server = Server(
        store,
        bus,
        url=url.rstrip("/"),
        public_url=options.public_url,
        pause=(options.bot_pause * 0.0007, options.bot_pause * 0.0013),
        away_after=float(options.away_after),
        analysis=options.analysis,
        keep_days=options.keep_days or None,
        metrics_token=os.environ.get("SARJA_METRICS_TOKEN") or None,
        thinker=Thinker(max(1, min(4, (os.cpu_count() or 1) - 1))),
    )

    def tell() -> None:
        shared = options.lan or options.public_url is not None
        _tell(texts, server.url, shared, one_line(shown(place), 200))
        if options.browser and _has_browser():
            threading.Thread(target=_open_browser, args=(local,), daemon=True).start()

    run(server, listener, tell)
    if store.trouble is not None:
        return UNUSABLE
    print(texts.text("cli-serve-stopped"), flush=True)
    return DONE


def place_of(given: str | None) -> "Place":
    """Where the tables are: in the folder that is given, else in `SARJA_DATABASE` if it is set."""
    url = os.environ.get("SARJA_DATABASE")
    return url if url and given is None else data_folder(given)


def data_folder(given: str | None) -> Path:
    """The folder of the tables: the one that is given, or the user's own for such data."""
    import platformdirs

    return Path(given) if given else platformdirs.user_data_path("sarja", appauthor=False)


def _tell(texts: Catalogue, url: str, shared: bool, place: str) -> None:
    """Print where the server is, and for other devices a code to be photographed."""
    print(texts.text("cli-serve-address", url=url))
    if shared:
        if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
            _print_code(url)
    else:
        print(texts.text("cli-serve-only-here"))
    print(texts.text("cli-serve-folder", folder=place))
    print(texts.text("cli-serve-how-to-stop"), flush=True)


def _print_code(url: str) -> None:
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    # White on black whatever the terminal's colours are, or a telephone may not read it.
    plain = "NO_COLOR" in os.environ
    for line in drawn.getvalue().splitlines():
        print(line if plain else f"\x1b[97;40m{line}\x1b[0m")


def _has_browser() -> bool:
    """Whether somebody sits here who could look at a window."""
    if not sys.stdout.isatty() or os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(url: str) -> None:
    import webbrowser

    try:
        browser = webbrowser.get()
        # One that runs in the terminal would take it away from the server.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(url)
    except (webbrowser.Error, OSError):
        return


class _Trouble:
    """Says on standard error that nothing can be stored: once, until it is something else."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts
        self._said = ""

    def tell(self, error: SarjaError) -> None:
        """Say it."""
        if error.code != self._said:
            self._said = error.code
            print(self._texts.text(f"error-{error.code}", **error.params), file=sys.stderr)
