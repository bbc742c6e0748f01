# Playing at a table of a server from a terminal: `sarja join`.

# Why one cannot play there

error-address-unreadable = { $address } is neither the link of a table, as http://192.168.1.5:7474/t/BCDFG, nor a code
error-address-of-lesson = this is the code of a lesson; pupils join lessons in the browser
error-server-unreachable = no server answers at { $site }
error-server-not-sarja = what answers at { $site } is no server of sarja
error-server-too-old = the server speaks an older protocol ({ $theirs }) than this program ({ $ours }): it must be updated
error-server-too-new = the server speaks a newer protocol ({ $theirs }) than this program ({ $ours }): update sarja
error-server-unreadable = the server says something that cannot be; it may be newer than this program
error-game-not-fetched = the server does not tell the game { $name }
error-game-unreadable = this program does not understand the game { $name } of the server: update sarja

# The command

cli-join-summary = take a seat at a table of a server
cli-join-about =
    Play at a table that was opened in a browser, or that others play at, in this terminal. URL is the link of the table, a link to a seat of one's own, or the code alone for a table of the server on this machine.

    The seat is kept: the same command comes back to it, also after the network was lost or the server started again. Bots that play from here are as any other player.
cli-join-server = The server of a code that is given alone, { $site } unless said.
cli-join-name = The name to play under, or that of a seat taken before; a guest unless said.
cli-join-seat = The seat to take; the first one that is free unless said.
cli-join-watch = Take no seat: look on.
cli-join-bot = Let a bot from "sarja bots" play at the seat, until the game is over.
cli-join-examples =
    sarja join http://192.168.1.5:7474/t/BCDFG    take a seat
    sarja join BCDFG --name Ann --seat 2          at the server on this machine
    sarja join BCDFG --bot club                   a bot plays
cli-join-exits =
    0   it was played, or left
    1   the server refuses: no such table, no seat is free, and so on
    2   no server is to be reached, or what was given cannot be used

# At the table

tui-join-guest = Guest
tui-join-bot = Bot ({ $bot })
tui-join-at = Table { $code }, { $game }
tui-join-game = Game { $number }: { $dealer } deals.
tui-join-seat = Seat { $seat }, team { $team }: { $name }
tui-join-seat-open = Seat { $seat }, team { $team }: free
tui-join-left = You have left the table.
tui-join-come-back = Your seat is kept: sarja join { $link }
tui-join-down = The connection is lost. It comes back by itself as soon as it can.
tui-join-restarting = The server starts anew; the game goes on in a moment.
tui-join-up = The connection is back.
tui-join-seat-gone = The seat that you had at this table is not yours any more.
tui-join-wait-for-seat = A game is on. You look on, and take a seat when it is over.
tui-join-stale = Something else has happened meanwhile. This is how it stands now.
tui-join-refused = Not possible: { $reason }.
tui-join-clock = { $time } left for your turn.
tui-join-not-now = It is not your turn.
tui-join-phrases = say, and one of: { $phrases }

tui-join-ask-lobby = start, or wait for others (? help):
tui-join-ask-watch = You look on (? help):
tui-join-ask-wait = { $name } is on turn (? help):
tui-join-ask-wait-time = { $name } is on turn, { $time } left (? help):
tui-join-ask-rest = The game rests (? help):

tui-command-start = start
tui-command-say = say
tui-command-pause = pause
tui-command-resume = resume
tui-command-agree = agree
tui-command-decline = decline
tui-command-stand = stand

tui-help-join =
    At every prompt of a table:
    start | deal, between games; bots take the seats that are free
    say hello | say one of the set phrases to all; say alone lists them
    pause, resume | ask all to pause the game, or to go on
    agree, decline | answer what somebody asks of all
    stand | leave the seat for good
    quit | leave the terminal; the seat is kept
    In a game:
    board | draw the board again
    hand | show your hand
    log | the last moves in words; log all: every move
    piles | all discards, of every player
    + | draw the card that you have not drawn yet (R14)
    !2 | call table talk of team 2, which others then judge (R16)

# What happens at the table

tui-join-sat = { $name } sits down at seat { $seat }.
tui-join-renamed = At seat { $seat } is { $name } now.
tui-join-vacated = Seat { $seat } is free.
tui-join-bot-sat = A bot ({ $bot }) sits down at seat { $seat }.
tui-join-swapped = Seats { $first } and { $second } have changed places.
tui-join-stand-in = { $name } is away: a bot ({ $bot }) plays meanwhile.
tui-join-back = { $name } plays again.
tui-join-time-up = { $name } has run out of time.
tui-join-settings = The table plays something else from now on.
tui-join-request =
    { $what ->
        [pause] { $name } asks all to pause: agree or decline.
        [resume] { $name } asks all to go on: agree or decline.
       *[end] { $name } asks all to end the game: agree or decline.
    }
tui-join-dropped = It does not come to that.
tui-join-paused = The game is paused.
tui-join-resumed = The game goes on.
tui-join-called-off = All have agreed to end the game.
tui-join-talk-called = { $name } says that team { $team } has talked at the table. Who is asked judges it: agree or decline.
tui-join-said = { $name }: { $said }
