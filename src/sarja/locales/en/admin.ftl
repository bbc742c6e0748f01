# What `sarja admin` says.

cli-admin-summary = look after a server: tables, people, copies of its data
cli-admin-about =
    What whoever runs a server does with it. The commands work on the folder of the server, whether it runs or not; a running one takes note within a second or two. Nothing here shows a hand or a deck of a game that is being played, for who runs a server plays, too.
cli-admin-data = The folder of the server, unless it is the user's own folder for such data.
cli-admin-json = Print JSON, for programs.

cli-admin-tables-summary = list the tables, the last ones first
cli-admin-tables-about =
    List the tables: code, when something happened there last (UTC), what goes on, who sits there.
cli-admin-no-tables = There are no tables.
cli-admin-stage-lobby = lobby
cli-admin-stage-playing = playing
cli-admin-stage-over = over
cli-admin-stage-closed = closed

cli-admin-inspect-summary = look at a table, as a spectator may
cli-admin-inspect-about =
    Show who sits at the table of that code, and the board. No hand and no deck of a running game is shown, nor printed with --json.
cli-admin-opened = opened { $when } UTC
cli-admin-changed = last change { $when } UTC
cli-admin-game = game { $number }, { $moves ->
        [one] one move
       *[other] { $moves } moves
    }

cli-admin-close-summary = close a table
cli-admin-close-about =
    Close the table of that code for good. Who is there is told so, and nobody gets in any more. Finished games keep their pages.
cli-admin-closed = Table { $code } is closed.

cli-admin-accounts-summary = list the accounts
cli-admin-accounts-about =
    List the accounts: name, since when (UTC), how many games.
cli-admin-no-accounts = There are no accounts.
cli-admin-account = { $name }, since { $when }, { $games ->
        [one] one game
       *[other] { $games } games
    }
cli-admin-account-banned = { $name }, since { $when }, { $games ->
        [one] one game
       *[other] { $games } games
    }, banned

cli-admin-reports-summary = list what people have reported
cli-admin-reports-about =
    List what people at tables have reported of others there, the last 30 days: number, when (UTC), table, game, who, why, and by whom. With sarja admin ban --report NUMBER that person is let in no more.
error-report-unknown = there is no report of that number
error-report-nobody = of that guest nothing is known by which to tell who it was
cli-admin-no-reports = Nothing has been reported.
cli-admin-report = { $name }, a guest: { $reason } (says { $by })
cli-admin-report-account = { $name }, account { $account }: { $reason } (says { $by })
cli-admin-reason-cheating = cheats
cli-admin-reason-insult = insults or threatens
cli-admin-reason-name = has a name that hurts
cli-admin-reason-spoiling = spoils the game on purpose

cli-admin-reset-password-summary = let somebody in who has lost the password
cli-admin-reset-password-about =
    Print a recovery code for the account of that name, good once, for you to hand on: with it a new password is set on the page, so you never know it. The old password is void, and all devices are signed out.
cli-admin-reset = A recovery code for { $name }:

cli-admin-ban-summary = let nobody in from an address, or by an account
cli-admin-ban-about =
    Let nobody in from that address of the network, and send away who is there; or sign an account out everywhere and let nobody in by it. Everybody behind one router has the same address, so that may hit a whole house. With --report it is whom that report names: the account, or where a guest was reported the address, of which only a hash is kept. Without WHO those that are banned are listed.
cli-admin-ban-report = The number of a report, in the place of WHO.
cli-admin-banned = { $who } is banned.
cli-admin-unban-summary = let them in again
cli-admin-unban-about = Let in again an address or an account that was banned.
cli-admin-unbanned = { $who } may come in again.
cli-admin-not-banned = { $who } was not banned.

cli-admin-backup-summary = copy all data to a file while games run
cli-admin-backup-about =
    Copy the database as it is at one moment to FILE, whether the server runs or not, and say what is in it. A file that is there is not overwritten. The copy holds everything, hands of running games too: keep it as you keep the folder.
cli-admin-copied = Copied to { $file }.
cli-admin-contents = { $tables } tables, { $games } finished games, { $commands } commands; checksum { $digest }

cli-admin-restore-summary = put a copy in the place of the data
cli-admin-restore-about =
    Put the copy FILE in the place of the database, and check that what is there is what was copied: the checksum is the same. The server must be stopped. What was there is kept beside it.
cli-admin-restored = Restored from { $file }.
cli-admin-aside = What was there is kept as { $file }.

cli-admin-prune-summary = clear away what is old
cli-admin-prune-about =
    Clear away finished games, and tables where nothing has happened, that are older than so many days. A table in the middle of a game is always kept. A running server does this by itself, by sarja serve --keep-days.
cli-admin-days = How many days are kept; { $days } unless another number is given.
cli-admin-pruned = { $games } games and { $tables } tables have been cleared away.
cli-admin-exits =
    0   done
    1   there is no such table, or nothing to be done
    2   the folder or the file cannot be used
