# The arena: bots against bots.

cli-arena-summary = let bots play against each other
cli-arena-about =
    Play BOTs against each other and tell how strong they are. A BOT is a name from "sarja bots", or cmd:COMMAND for a program in any language that speaks the protocol in docs/arena.md. Deals are paired: every deck is played again with the bots on each other's seats, so that luck of the cards counts for nothing.

    The first BOT named is the anchor of the ratings. A bot that fails, or plays what is not allowed, loses that game; standard error says which and why.
cli-arena-variant = The game: a name from "sarja variant list", or a TOML or JSON file. Classic unless said.
cli-arena-seats = How many seats, 2 to 12; two unless said.
cli-arena-teams = How many teams, where both two and three are possible.
cli-arena-games = How many games each match has, { $games } unless said (with --sprt at most { $most }); a pair that is begun is played to its end.
cli-arena-seed = A whole number from which all cards and chance follow; 1 unless said.
cli-arena-gauntlet = Only the first BOT plays against each of the others.
cli-arena-line-up = Mix bots within teams: for each seat, the number of the BOT that sits there, as 1,2,2,1. May be given more than once.
cli-arena-unpaired = Play every deck once only.
cli-arena-sprt = Stop when it is clear whether the first BOT is stronger than the second by --elo1, or only by --elo0.
cli-arena-elo0 = What the first hypothesis of --sprt says; { $elo } unless said.
cli-arena-elo1 = What the second hypothesis of --sprt says; { $elo } unless said.
cli-arena-time-ms = How long a program may take for a move, in milliseconds; { $ms } unless said.
cli-arena-max-plies = A game is a draw after so many moves; { $plies } unless said.
cli-arena-workers = How many games are played at once, each in a process of its own; one unless said. With ray, or ray:ADDRESS, the processors of a Ray cluster play.
cli-arena-out = Keep all games in FILE. An arena that was stopped goes on from there; with more --games it goes on further.
cli-arena-records = Write each game as a record into FOLDER.
cli-arena-json = Print the result as one JSON object.
cli-arena-examples =
    sarja arena casual random                     200 games of Classic
    sarja arena casual "cmd:node mine.mjs"        a program of your own
    sarja arena casual random --sprt --out a.txt  as many games as it takes
    sarja arena casual random --seats 6 --teams 3 --json
cli-arena-exits =
    0   all was played, whatever the bots did
    2   a bot, a game or a file that cannot be used
    130 stopped by the keyboard; with --out the same command goes on

cli-arena-too-few-bots = an arena needs two bots or more.
cli-arena-too-many-bots = more than { $limit } bots are too many.
cli-arena-line-up-form = --line-up: { $value } does not name a BOT from 1 to { $bots } for each of { $seats } seats.
cli-arena-command-form = { $bot }: this is no command line.
cli-arena-sprt-two = --sprt is for two bots that are opponents.
cli-arena-elo-order = --elo0 must be less than --elo1.
cli-arena-elo-form = { $name }: { $value } is not a number from { $low } to { $high }.

error-journal-in-use = another arena is writing to this file
error-journal-not-writable = the file cannot be written
error-journal-other = the file is of another arena: { $key } differs
error-journal-damaged = line { $line } is not what an arena writes
error-records-not-writable = no records can be written into this folder
error-record-differs = { $file } is there already, of another game, and nothing is overwritten
error-worker-died = game { $number }: the process that played it was ended, twice; the bots may need more memory than there is
error-variant-unknown-here = there is no variant of that name
error-programs-need-posix = programs as bots need a system like Linux or macOS
error-seating-unknown = this game is not for { $seats } seats
error-ray-not-reached = there is no Ray cluster to be reached { $address }
error-ray-missing = Ray is not installed; it comes with the extra "sarja[ray]"

# What a bot did that lost its game

arena-fault-line = game { $game }: seat { $seat } ({ $bot }): { $fault }; team { $team } has lost
arena-fault-many = { $bot }: more faults are counted, but not told
arena-fault-failed = it failed ({ $error })
arena-fault-illegal = { $move }: { $reason } ({ $rule })
arena-fault-not-started = the program does not start: { $reason }
arena-fault-no-hello = the program did not say hello within { $seconds } seconds
arena-fault-late = no answer within { $ms } ms
arena-fault-ended = the program ended (exit code { $number })
arena-fault-ended-saying = the program ended (exit code { $number }), saying: { $said }
arena-fault-ended-by-signal = the program was ended (signal { $number })
arena-fault-ended-by-signal-saying = the program was ended (signal { $number }), saying: { $said }
arena-fault-closed = the program closed its standard output
arena-fault-nonsense = this is no answer: { $said }
arena-fault-unasked = the program spoke without being asked: { $said }
arena-fault-too-long = the answer is longer than { $limit } bytes

# The result for people

arena-seating = { $variant }, { $seats } seats in { $teams } teams, { $games ->
        [one] one game
       *[other] { $games } games
    }
arena-cut-short = { $games ->
        [one] One game was stopped after { $plies } moves and counts as a draw.
       *[other] { $games } games were stopped after { $plies } moves each and count as draws.
    }
arena-head-bot = bot
arena-head-elo = Elo
arena-head-interval = 95 %
arena-head-ms = ms a move
arena-head-faults = faults
arena-head-pair = opponents
arena-head-games = games
arena-head-wins = won
arena-head-draws = drawn
arena-head-losses = lost
arena-head-score = score
arena-pair = { $a } – { $b }
arena-sprt = Sequential test: log-likelihood ratio { $ratio } between { $lower } and { $upper }
arena-sprt-h1 = Sequential test: H1 is accepted, { $a } is stronger than { $b } by { $elo } Elo or more (log-likelihood ratio { $ratio })
arena-sprt-h0 = Sequential test: H0 is accepted, { $a } is not stronger than { $b } by { $elo } Elo (log-likelihood ratio { $ratio })
arena-stopped = Stopped after { $games } games.
arena-stopped-kept = Stopped after { $games } games, which are kept: the same command goes on.
arena-progress = { $a } – { $b }: { $score }
