# Tables on the network: what a table and its server refuse, and what `sarja serve` says.

# A table

error-stale = meanwhile something else has happened at the table
error-seat-unknown = there is no seat { $seat } at this table
error-seat-taken = seat { $seat } is taken
error-seat-open = nobody sits at seat { $seat }
error-seat-is-own = this is your own seat
error-seat-not-yours = seat { $seat } is not yours
error-seated-already = you already sit at seat { $seat }
error-not-seated = only who sits at the table can do that
error-host-only = only the host can do that
error-table-full = every seat is taken
error-name-empty = the name is empty
error-name-taken = somebody at the table is called { $name } already
error-name-unprintable = the name has characters that cannot be shown
error-bot-not-here = there is no bot { $name }
error-variant-not-here = there is no game { $name }
error-seating-not-possible = { $seats } seats cannot play this game like that
error-game-on = a game is being played
error-game-not-begun = no game has been dealt
error-game-not-over = the game is not over
error-talk-own-team = only the other teams can call your team's table talk
error-token-missing = a seat needs a token

# The server

error-message-not-text = the server takes text only
error-message-not-json = this is not JSON
error-message-unknown = the server does not know such a message (at { $place })
error-table-missing = the message names no table
error-table-unknown = there is no such table
error-token-unknown = this device no longer has a seat at this table
error-link-unknown = there is no such link
error-link-spent = this link is used up
error-too-many-guesses = too many wrong codes; try again in a minute
error-too-many-tables = too many tables have been opened; try again in a minute
error-too-many-links = too many links have been asked for; try again in a minute
error-too-many-roles = one connection follows at most { $limit } tables
error-too-busy = too much happens at this table; try again
error-internal = something went wrong in the server
error-texts-not-here = there are no texts in this language

# Storing

error-storage-full = the disk is full: nothing can be stored, and what is not stored is not done
error-storage-failed = the disk does not take what is to be stored; what is not stored is not done
error-folder-not-writable = this folder cannot be written
error-folder-in-use = another server is at work in this folder
error-database-newer = the database was made by a newer sarja (version { $version } of its form; this one knows { $known })
error-database-foreign = the database in this folder is not one of sarja's
error-database-broken = the database in this folder is damaged
error-port-taken = another program listens on port { $port }; choose one with --port
error-port-forbidden = this system does not let you listen on port { $port }; choose another with --port

# sarja serve

server-no-page = The page has not been built. Run make play in the folder of the sources, or install a built package.

cli-not-an-address = { $name }: { $value } is not an address that begins with http:// or https://

cli-serve-summary = serve tables for the browser
cli-serve-about =
    Start a server, and open its page in the browser. One person or many play there, against each other and against bots. Only this machine reaches the server; with --lan other devices of the home network do too, by the link or the code that is shown. Games are stored as they are played, and go on after a restart.
cli-serve-lan = Let other devices of the home network in.
cli-serve-port = The port, { $port } unless another is given; 0 takes one that is free.
cli-serve-public-url = The address under which others reach this server, for links: where it stands behind another server, or has a name.
cli-serve-data = The folder for the tables, unless they are to be in the user's folder for such data.
cli-serve-no-browser = Open no browser.
cli-serve-bot-pause = How long a bot takes for a move, in milliseconds; { $pause } unless another is given.
cli-serve-examples =
    sarja serve                         play on this machine
    sarja serve --lan                   play with others in the house
    sarja serve --port 8080 --data games
cli-serve-exits =
    0   stopped
    2   the port, the folder or the database cannot be used

cli-serve-address = Sarja is at { $url }
cli-serve-only-here = Only this machine reaches it; with --lan other devices at home do too.
cli-serve-folder = The games are in { $folder }
cli-serve-how-to-stop = Ctrl+C stops the server. Games go on when it is started again.
cli-serve-stopped = Stopped. Every move that was made is stored.
