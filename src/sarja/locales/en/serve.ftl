# What `sarja serve` says, and what it cannot start without.

# The folder and the port

error-folder-in-use = another server is at work in this folder
error-database-newer = the database was made by a newer sarja (version { $version } of its form; this one knows { $known })
error-database-older = the database has an older form; start the server once, which keeps a copy and gives it the newer one
error-database-missing = there is no database in this folder
error-database-unknown = SARJA_DATABASE is not an address that begins with postgresql://
error-bus-unknown = this is not an address that begins with redis:// or valkey://
error-bus-alone = a bus is for servers that share a database: set SARJA_DATABASE, too
error-many-missing = this needs the extra "sarja[many]": install it, and try again
error-copy-by-postgres = a database of PostgreSQL is copied by its own programs, pg_dump and pg_restore
error-copy-exists = this file is there already; a copy overwrites nothing
error-copy-not-writable = the copy cannot be written there
error-copy-missing = there is no such copy
error-copy-foreign = the copy is not a database of sarja's; what is here is as it was
error-copy-newer = the copy was made by a newer sarja (version { $version } of its form; this one knows { $known }); what is here is as it was
error-copy-broken = the copy is damaged; what is here is as it was
error-database-unreachable = the database cannot be reached, or does not let the server in
error-database-foreign = the database in this folder is not one of sarja's
error-port-taken = another program listens on port { $port }; choose one with --port
error-port-forbidden = this system does not let you listen on port { $port }; choose another with --port

# sarja serve

server-backed-up = The database gets a newer form. As it was it is kept beside it, as { $name }.
server-date-jumped = The date of this machine has jumped. Nothing is cleared away as too old until it has been right for some hours.
server-no-page = The page has not been built. Run make play in the folder of the sources, or install a built package.

cli-not-an-address = { $name }: { $value } is not an address that begins with http:// or https://

cli-serve-summary = serve tables for the browser
cli-serve-about =
    Start a server, and open its page in the browser. One person or many play there, against each other and against bots. Only this machine reaches the server; with --lan other devices of the home network do too, by the link or the code that is shown. Games are stored as they are played, and go on after a restart.
cli-serve-lan = Let other devices of the home network in.
cli-serve-port = The port, { $port } unless another is given; 0 takes one that is free.
cli-serve-public-url = The address under which others reach this server, for links: where it stands behind another server, or has a name.
cli-serve-data = The folder for the tables, unless they are to be in the user's folder for such data.
cli-serve-log-format = How what is amiss is written to standard error: for people, or as JSON for programs.
cli-serve-no-browser = Open no browser.
cli-serve-analysis = How deep finished games are analysed where people ask for it: full by games played on, which takes half a minute or more of one core for a game and needs the extra "fast"; quick by the learned table; off not at all. Full unless another is given.
cli-serve-keep-days = For how many days finished games and tables at rest are kept; { $days } unless another is given, and 0 keeps them for ever. A game that is not over is always kept.
cli-serve-bot-pause = How long a bot takes for a move, in milliseconds; { $pause } unless another is given.
cli-serve-away-after = After how many seconds others are told that somebody is away who has left the page or is not connected; { $seconds } unless another is given.
cli-serve-environment =
    SARJA_DATABASE=postgresql://USER:PASSWORD@HOST/NAME
        keeps the tables in PostgreSQL, where several servers may share
        them; needs the extra "sarja[many]".
    SARJA_BUS=redis://:PASSWORD@HOST
        lets these servers hear from one another at once, over Redis or
        Valkey; without it they look every other second.
    FORWARDED_ALLOW_IPS=ADDRESS,…
        proxies that are believed when they tell where a visitor comes from;
        one on this machine is.
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

# What the server counts of itself, for those who look after it

metrics-messages = Messages of clients, by kind.
metrics-refusals = What was refused, by code.
metrics-moves = Moves of people that were acknowledged.
metrics-answer-seconds = Seconds from the arrival of a command to its answer.
metrics-bot-seconds = Seconds that bots thought about a move.
metrics-rooms = Tables in memory.
metrics-tables = Tables that somebody follows; one that is followed at several servers counts at one.
metrics-sockets = Sockets and streams that are open.
metrics-seats = Seats whose people are connected; one that is at several servers counts at one.
