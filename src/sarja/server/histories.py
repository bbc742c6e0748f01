"""What people with accounts have played, and the ratings that follow from it."""

from collections.abc import Sequence
from typing import Any, Final

from sarja.ratings.openskill_ratings import Rating, rate
from sarja.server.database import Connection
from sarja.server.peace_store import account_of
from sarja.server.store import FinishedGame

PEOPLE: Final = "people"
"""The list of games that only people played."""
BOTS: Final = "bots"
"""The list of games in which bots sat, too; it is there that bots have ratings."""
LISTED: Final = 100
PAGE: Final = 50


def note_played(connection: Connection, game: FinishedGame) -> None:
    """Note the game for everybody with an account who sat there when it was over, and rate it."""
    accounts = [account_of(connection, player.owners) for player in game.players]
    if not any(accounts):
        return
    shown: dict[str, int] = {}
    list_ = rated_list(game, accounts)
    if list_ is not None:
        shown = _rate(connection, game, accounts, list_)
    for seat, (player, account) in enumerate(zip(game.players, accounts, strict=True), 1):
        if account is not None:
            connection.execute(
                "INSERT INTO played (account_id, game_id, seat, variant, seats, teams,"
                " result, ended_at, list, rating) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (
                    *(account, game.id, seat, game.variant, len(game.players), game.teams),
                    *(result_of(player.team, game.winner), game.ended_at),
                    *(list_, shown.get(account)),
                ),
            )


def result_of(team: int, winner: int | None) -> float:
    """1 for a game that is won, 0 for one that is lost, a half for a draw."""
    return 0.5 if winner is None else float(team == winner)


def rated_list(game: FinishedGame, accounts: Sequence[str | None]) -> str | None:
    """The list that the game counts for; None where it does not.

    It was to be rated, everybody has an account or is a bot, and nobody sat on two seats.
    """
    people = [account for account in accounts if account is not None]
    bots = [player.bot for player in game.players if not player.owners and player.bot]
    if not game.rated or len(set(people)) < len(people):
        return None
    if len(people) + len(bots) < len(game.players):
        return None
    return BOTS if bots else PEOPLE


def _rate(
    connection: Connection, game: FinishedGame, accounts: Sequence[str | None], list_: str
) -> dict[str, int]:
    """Rate the game; the ratings after it as people see them, by account."""
    names = [
        account or f"bot:{player.bot}"
        for player, account in zip(game.players, accounts, strict=True)
    ]
    before = {name: rating_of(connection, list_, name) for name in names}
    members: list[list[int]] = [
        [at for at, player in enumerate(game.players) if player.team == team]
        for team in range(1, game.teams + 1)
    ]
    after = rate([[before[names[at]] for at in seats] for seats in members], game.winner)
    new: dict[str, list[Rating]] = {}
    for seats, ratings in zip(members, after, strict=True):
        for at, rating in zip(seats, ratings, strict=True):
            new.setdefault(names[at], []).append(rating)
    shown: dict[str, int] = {}
    for name, ratings in new.items():
        # The same bot may sit on several seats: what it comes to is the mean.
        mu = sum(r.mu for r in ratings) / len(ratings)
        sigma = sum(r.sigma for r in ratings) / len(ratings)
        connection.execute(
            "INSERT INTO ratings (list, who, mu, sigma, games) VALUES (?, ?, ?, ?, 1)"
            " ON CONFLICT (list, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
            " games = ratings.games + 1",
            (list_, name, mu, sigma),
        )
        shown[name] = Rating(mu, sigma).shown
    return shown


def rating_of(connection: Connection, list_: str, who: str) -> Rating:
    """The rating on that list; the first one where there is none."""
    row = connection.execute(
        "SELECT mu, sigma FROM ratings WHERE list = ? AND who = ?", (list_, who)
    ).fetchone()
    return Rating() if row is None else Rating(*row)


def rating_lists(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Both lists, the best first."""
    return {list_: _listed(connection, list_) for list_ in (PEOPLE, BOTS)}


def _listed(connection: Connection, list_: str) -> list[dict[str, Any]]:
    rows = connection.execute(
        "SELECT who, name, mu, sigma, games FROM ratings LEFT JOIN accounts ON id = who"
        " WHERE list = ? ORDER BY mu DESC, games DESC LIMIT ?",
        (list_, LISTED),
    )
    return [
        {
            "name": name,
            "bot": who.removeprefix("bot:") if name is None else None,
            "rating": Rating(mu, sigma).shown,
            "sure": Rating(mu, sigma).is_sure,
            "games": games,
        }
        for who, name, mu, sigma, games in rows
    ]


def own_ratings(connection: Connection, account: str) -> dict[str, Any]:
    """The account's rating on each list where it has one."""
    rows = connection.execute(
        "SELECT list, mu, sigma, games FROM ratings WHERE who = ?", (account,)
    )
    return {
        list_: {
            "rating": Rating(mu, sigma).shown,
            "sure": Rating(mu, sigma).is_sure,
            "games": games,
        }
        for list_, mu, sigma, games in rows
    }


def statistics(connection: Connection, account: str) -> list[dict[str, Any]]:
    """For each kind of game how many were played, won, drawn and lost."""
    rows = connection.execute(
        "SELECT variant, seats, teams, count(*), count(CASE WHEN result = 1 THEN 1 END),"
        " count(CASE WHEN result = 0.5 THEN 1 END)"
        " FROM played WHERE account_id = ? GROUP BY variant, seats, teams"
        " ORDER BY count(*) DESC, variant, seats, teams",
        (account,),
    )
    return [
        {
            "variant": variant,
            "seats": seats,
            "teams": teams,
            "games": games,
            "won": won,
            "drawn": drawn,
            "lost": games - won - drawn,
        }
        for variant, seats, teams, games, won, drawn in rows
    ]


def history(
    connection: Connection, account: str, first: int = 0, most: int = PAGE
) -> list[dict[str, Any]]:
    """The games of the account, the last one first."""
    rows = connection.execute(
        "SELECT game_id, seat, variant, seats, teams, result, ended_at, list, rating, EXISTS"
        " (SELECT 1 FROM games WHERE id = game_id) FROM played WHERE account_id = ?"
        " ORDER BY ended_at DESC, game_id LIMIT ? OFFSET ?",
        (account, most, first),
    )
    return [
        {
            "review": game if there else None,
            "seat": seat,
            "variant": variant,
            "seats": seats,
            "teams": teams,
            "result": {1.0: "won", 0.5: "drawn"}.get(result, "lost"),
            "ended_at": int(ended_at),
            "list": list_,
            "rating": rating,
        }
        for game, seat, variant, seats, teams, result, ended_at, list_, rating, there in rows
    ]
