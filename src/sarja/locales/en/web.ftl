# The page in the browser.

# Words of every page

web-title = Sarja
web-title-table = Table { $code }
web-loading = One moment …
web-close = Close
web-reload = Load the page again
web-guest = Guest
web-you = you
web-seat = Seat { $seat }
web-bot = Bot { $seat }
web-team-blue = Blue
web-team-green = Green
web-team-red = Red
web-team-none = no team

# Light or dark

web-look = Light or dark
web-look-system = Auto
web-look-light = Light
web-look-dark = Dark

# The connection

web-link-connecting = connecting to the server
web-link-up = connected to the server
web-link-waiting = no connection to the server
web-link-outdated = The server is of another version than this page.
web-link-restarting = The server starts anew; the game goes on in a moment.
web-link-lost = No connection to the server; nothing is lost.
web-link-part = A part of the page has not arrived yet; it is asked for again.
web-sending = Sending …
web-no-answer = No answer yet; still trying.
web-link-now = Try now

# The first page

web-lead = Play a card, put a chip on its space, and be the first to have five in a line. By the rules of the board game Sequence.
web-name = Your name
web-game = Game
web-play = Play
web-play-about = Starts at once, against a bot.
web-set-up = Set up a table
web-join = Join a table
web-code = Code of the table
web-join-button = Join
web-code-missing = Type the code of the table first.
web-your-tables = Your tables
web-your-table = Table { $code }

# Pass and play

web-pass-add = Player on this device
web-pass-name = Name of the other player
web-pass-turn = { $player } is to play
web-pass-about = Every hand is covered. Pass the device to { $player }.
web-pass-wait = Every hand on this device is covered.
web-pass-draw = Draw a card for { $player } (R14)
web-uncover = I am { $player }: show my cards
web-cover = Cover my cards

# A table screen

web-class-link = For a class
web-screen-open = Show a table on this screen
web-screen-here = Show the table on this screen
web-screens =
    { $count ->
        [0] On a large screen open the link and choose to show the table there; or open /screen.
        [one] One table screen shows this table.
       *[other] { $count } table screens show this table.
    }
web-screens-away = Send table screens away
web-screen = Table screen
web-screen-scan = Scan this with your phone and sit down
web-screen-type = or open { $address } and type
web-screen-join = Seats are free
web-screen-deal = { $player } deals the cards
web-screen-wait = Who sits down first deals the cards
web-screen-again = On a phone the next game is begun.
web-screen-discards = Discards
web-large-hand = Large cards, small board
web-large-board = Large board, small cards

# The rules in short

web-account = Account
web-how-to = How to play
web-rule-turn = On your turn play one card from your hand and put a chip on a free space that it names. Then you get a new card.
web-rule-sum = A card shows a sum: work it out. { $card } goes on { $label }.
web-rule-answer = A card need not show the same as its spaces: { $card } goes on { $label }.
web-rule-find = Finding the space is part of the game: none lights up. A wrong one costs nothing.
web-rule-sequence = { $length } chips of your team in a line, across, down or slanting, are a sequence.
web-rule-corners =
    { $count ->
        [one] The corner with a star is free: it counts for everybody.
        [4] The four corners with a star are free: they count for everybody.
       *[other] The { $count } corners with a star are free: they count for everybody.
    }
web-rule-wild-jack = A two-eyed jack ({ $cards }) is wild: it puts a chip on any open space.
web-rule-wild =
    { $count ->
        [one] The card { $cards } is wild: it puts a chip on any open space.
       *[other] The cards { $cards } are wild: each puts a chip on any open space.
    }
web-rule-remove-jack = A one-eyed jack ({ $cards }) takes a chip of an opponent off the board.
web-rule-remove =
    { $count ->
        [one] The card { $cards } takes a chip of an opponent off the board.
       *[other] The cards { $cards } each take a chip of an opponent off the board.
    }
web-rule-dead =
    { $exchanges ->
        [0] A card whose spaces are all taken is dead and does nothing.
        [one] A card whose spaces are all taken is dead. Once a turn you may exchange one for a new card, and then play.
       *[other] A card whose spaces are all taken is dead. In a turn you may exchange up to { $exchanges } of them, and then play.
    }
web-rule-locked = A finished sequence lies under a bar and stays: nobody can take its chips off.
web-rule-win = The head of the table shows how many sequences win.

# A table before the game

web-table-missing = This table cannot be shown
web-sit-down = Sit down
web-sit-here = Sit here
web-seats = Players
web-seat-open = Open seat
web-seat-of-team = Seat { $seat }, { $team }
web-host = host
web-away = away
web-lost = connection lost
web-invite-bot = Add a bot
web-rename = Rename
web-rename-done = Save
web-bot-kind = Kind of bot on seat { $seat }
web-send-away = Send away
web-move-here = Move here
web-swap = Change places
web-swap-with = Change with …
web-swap-with-label = { $player } changes places with
web-fill =
    { $count ->
        [one] Put a bot on the open seat
       *[other] Put bots on the { $count } open seats
    }
web-start-game = Deal the cards
web-open-seats =
    { $count ->
        [one] A bot will sit on the open seat.
       *[other] Bots will sit on the { $count } open seats.
    }
web-invite = Invite others
web-invite-code = On the first page they type the code
web-invite-link = Link to this table
web-copy = Copy
web-send = Send
web-copied = Copied.
web-only-here = This address leads to this machine alone. Others can come when the server is started for the home network, by one of these:
web-qr = The same address as a QR code

# Kinds of bots. What each does is in bots.ftl.

web-bot-name-random = Random
web-bot-name-casual = Casual
web-bot-name-beginner = Beginner
web-bot-name-club = Club
web-bot-name-expert = Expert
web-bot-name-master = Master

# Settings

web-settings = What you play
web-seat-count = Players
web-team-count = Teams
web-help = Help with spaces
web-help-spaces = spaces light up
web-help-none = find them yourself
web-drawing = New cards
web-drawing-auto = automatic
web-drawing-manual = drawn by hand
web-table-talk = Table talk
web-table-talk-off = no penalty
web-table-talk-penalty = costs a card each
web-series = Series
web-series-1 = single games
web-series-3 = best of three
web-series-5 = best of five
web-duplicate = Each deal
web-duplicate-no = is new
web-duplicate-yes = again with seats changed
web-series-score = Series, game { $game } of { $games }: { $scores }
web-series-between = Series after { $game } of { $games } games: { $scores }
web-series-won = { $team } has won the series: { $scores }
web-series-drawn = The series is drawn: { $scores }
web-series-again = The same deal comes again, with seats changed.
web-spectators = Spectators
web-spectators-allowed = may watch
web-spectators-none = nobody watches
web-clock = Time for a turn
web-clock-off = no limit
web-clock-seconds = { $seconds } seconds
web-clock-minutes =
    { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }
web-run-out = When time is up
web-run-out-bot = a bot plays that turn
web-run-out-wait = all wait
web-rated = Rating
web-rated-false = does not count
web-rated-true = counts for who has an account
web-stand-in = When somebody is gone
web-stand-in-never = all wait
web-stand-in-after =
    { $minutes ->
        [one] a bot plays after a minute
       *[other] a bot plays after { $minutes } minutes
    }
web-setup-says =
    { $sequences ->
        [one] { $hand } cards each, and one sequence wins.
       *[other] { $hand } cards each, and { $sequences } sequences win.
    }
web-host-changes = The host can change this.

# The board

web-board = Board
web-space = { $space }, { $label }
web-space-corner = { $space }, free corner
web-space-open = open
web-space-chip = chip of { $team }
web-space-locked = in a finished sequence
web-space-last = last move
web-space-since = new since your turn
web-space-lit = your card can go here
web-no-such-card = No space shows { $typed }.
web-spoken-card =
    { $rank ->
        [J] jack
        [Q] queen
        [K] king
        [A] ace
       *[other] { $rank }
    } of { $suit ->
        [hearts] hearts
        [diamonds] diamonds
        [clubs] clubs
       *[spades] spades
    }

# The hand, and what can be done

web-hand = Your hand
web-hand-empty = Your hand is empty.
web-card-wild = wild
web-card-remove = remove
web-card-dead = dead
web-card-dead-long = dead, every space that it names is taken
web-explain-wild = wild, puts a chip on any open space
web-explain-remove = takes a chip of an opponent off
web-your-turn = Your turn.
web-your-turn-choose = Your turn: choose a card
web-turn-of = { $player } is to play
web-to-move = to play
web-not-your-turn = It is not your turn yet.
web-choose-card-first = First choose a card from your hand.
web-do-place = { $card }: tap a lit space
web-do-find = { $card }: find a space that it names, and tap it
web-do-wild = { $card } is wild: tap any open space
web-do-remove = { $card } takes a chip off: tap a chip of an opponent
web-do-dead = { $card } is dead: its spaces are all taken (R12)
web-do-idle = { $card } can do nothing now; keep it for later (R11)
web-spaces = Spaces for this card
web-spaces-all = List all { $count } spaces
web-play-on = Put a chip on { $space }, { $label }
web-take-off = Take the chip of { $team } off { $space }, { $label }
web-unchoose = Another card
web-exchange = Exchange dead card
web-pass = Pass
web-pass-open = I can't play
web-draw = Draw a card
web-draw-task = Draw your card, or you soon lose it (R14)
web-give-up = Table talk: choose a card that you give up (R16)
web-give-up-this = Give up { $card }
web-choose-line =
    Your chip makes a longer line than counts: which { $length ->
        [3] three
        [4] four
        [5] five
       *[other] { $length }
    } are the sequence?
web-choose-line-first = First choose which line is the sequence.
web-line = { $first } to { $last }
web-lock-line = Lock this line
web-door = This game is played without spectators
web-door-about = As soon as it is over you can come in. This page looks by itself.
web-door-knock = Look now
web-watching = You are watching. No hand is shown.
web-watching-bots = Only bots play here. Who sits down begins a new game.
web-sit-next = Sit down for the next game
web-sit-waiting = You sit down as soon as this game is over.
web-sit-not = Rather not
web-sit-anew = Sit down

web-refused = Not possible: { $reason }.
web-refused-rule = Not possible: { $reason } ({ $rule }).
web-refused-unknown = the server says { $code }

# Around the board

web-cards =
    { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
web-deck =
    { $count ->
        [0] The deck is empty.
        [one] 1 card in the deck.
       *[other] { $count } cards in the deck.
    }
web-score-short = Sequences
web-score = Sequences so far
web-score-team = { $team }: { $count } of { $target }
web-pile-label =
    { $count ->
        [0] { $player }, discard pile, empty
        [one] { $player }, discard pile, 1 card, { $card }
       *[other] { $player }, discard pile, { $count } cards, { $card } on top
    }
web-pile-of = Discard pile: { $player }
web-pile-empty = No cards lie here.
web-pile-order = The card on top comes first.
web-log = Moves

# The turn clock

web-clock-up = time is up
web-clock-left = { $seconds } seconds left.

# What all decide together

web-ask-pause = Pause the game
web-ask-end = End the game
web-request = A question to all
web-request-agreed = Agreed: { $players }.
web-request-waits = Waiting for { $players }.
web-agree = Agree
web-decline = Do not agree
web-withdraw = Never mind
web-paused = Paused
web-paused-about = Everything stays as it is, also overnight. The game goes on when all who are here agree.
web-resume = Go on
web-lesson-paused = Your teacher has paused the game.
web-lesson-next = Your teacher starts the next round.

# Somebody is gone

web-bot-plays = a bot plays
web-stand-in-own = A bot is playing for you, and you play again from your next turn on.
web-return = Play this turn myself
web-is-away = { $player } is away.
web-let-stand-in = Let a bot play for { $player }

# Table talk that is judged

web-vote = Table talk?
web-vote-agree = Yes, there was
web-vote-decline = No, there was none
web-vote-withdraw = Take it back
web-vote-seconds =
    { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }
web-vote-rests = The game rests until table talk is judged

# Phrases and signs

web-say = Say something
web-say-phrases = Phrases
web-say-signs = Signs
web-say-about = All at the table see it, each in their own language.
web-say-as = Who says it
web-saying-hello = Hello!
web-saying-good-luck = Good luck!
web-saying-well-played = Well played!
web-saying-thanks = Thank you!
web-saying-sorry = Sorry!
web-saying-one-moment = One moment
web-saying-hurry = Please hurry
web-saying-bye = Goodbye!
web-saying-smile = a smile
web-saying-laugh = a laugh
web-saying-cheer = a cheer
web-saying-tea = a cup of tea
web-said-say = { $player }: { $what }
web-mute = Mute somebody
web-mute-about = You no longer see or hear the phrases and signs of who is muted. This holds in this browser alone, and nobody is told.
web-mute-on = Mute { $player }
web-mute-off = Hear { $player } again

# The menu

web-menu = Menu
web-to-start = First page
web-admit-none = Let nobody watch
web-admit-allowed = Let others watch
web-peace = Report or block somebody
web-remove = Send somebody away
web-remove-about = Who is sent away loses the seat. In a game a bot plays on in their place.
web-remove-player = Send { $player } away
web-leave = Leave the table
web-leave-game = A bot plays on in your place, and you cannot come back to this hand.
web-leave-seat = Your seat will be open to others.
web-call = Call table talk of { $team }
web-other-device = Play on another device
web-other-device-about = Open this link on the other device, or scan the code with it. Your seat is then on both. Give it to nobody else: who has it sees your hand.
web-personal-link = Link to your seat
web-personal-link-time =
    { $minutes ->
        [one] Good once, for one minute.
       *[other] Good once, for { $minutes } minutes.
    }
web-take-link = Your seat on this device
web-take-link-about = This link brings a seat at a table to this device. It works once.
web-take-link-here = Play on this device

# The end

web-end-title-won = You have won!
web-end-title-lost = You have lost
web-end-title-drawn = A draw
web-end-title-team = { $team } has won
web-end-won =
    { $number ->
        [one] { $players } wins for { $team }
       *[other] { $players } win for { $team }
    } with { $count ->
        [one] one sequence.
       *[other] { $count } sequences.
    }
web-end-blocked =
    { $number ->
        [one] Nobody can play any more (R24): { $players } wins for { $team } with most sequences.
       *[other] Nobody can play any more (R24): { $players } win for { $team } with most sequences.
    }
web-to-review = Look at it again
web-end-drawn = Nobody can play any more, and nobody has most sequences (R24).
web-hands = All hands
web-next-game = Next game
web-new-series = New series
web-rematch-shuffled = Rematch, teams shuffled
web-rematch = Rematch
web-to-lobby = Seats and settings

# What happened

web-said-placed =
    { $you ->
        [yes] You play { $card } on { $space }.
       *[no] { $player } plays { $card } on { $space }.
    }
web-said-answer =
    { $you ->
        [yes] You play { $card } on { $space }, which shows { $label }.
       *[no] { $player } plays { $card } on { $space }, which shows { $label }.
    }
web-said-wild =
    { $you ->
        [yes] You play { $card }, a wild card, on { $space }, which shows { $label }.
       *[no] { $player } plays { $card }, a wild card, on { $space }, which shows { $label }.
    }
web-said-removed =
    { $you ->
        [yes] You play { $card } and take the chip of { $team } off { $space }, which shows { $label }.
       *[no] { $player } plays { $card } and takes the chip of { $team } off { $space }, which shows { $label }.
    }
web-said-sequence = A sequence for { $team }: { $spaces }.
web-said-exchanged =
    { $you ->
        [yes] You exchange the dead card { $card }.
       *[no] { $player } exchanges the dead card { $card }.
    }
web-said-given-up =
    { $you ->
        [yes] You give up { $card }.
       *[no] { $player } gives up { $card }.
    }
web-said-locked =
    { $you ->
        [yes] You lock the line { $first } to { $last }.
       *[no] { $player } locks the line { $first } to { $last }.
    }
web-said-passed =
    { $you ->
        [yes] You pass.
       *[no] { $player } passes.
    }
web-said-drew =
    { $you ->
        [yes] You draw a card.
       *[no] { $player } draws a card.
    }
web-said-TalkCalled =
    { $you ->
        [yes] You say that there was table talk by { $team }.
       *[no] { $player } says that there was table talk by { $team }.
    }
web-said-TalkJudged =
    { $agrees ->
        [yes] { $you ->
            [yes] You agree.
           *[no] { $player } agrees.
        }
       *[no] { $you ->
            [yes] You do not agree.
           *[no] { $player } does not agree.
        }
    }
web-said-TalkDropped =
    { $you ->
        [yes] Too few agree with you: there is no penalty. Unless judges have left, you call no table talk any more in this game.
       *[no] Too few agree with { $player } about table talk: there is no penalty.
    }
web-said-talk = Table talk is ruled against { $team }: each of its players gives up a card.
web-said-you-drew = You draw { $card }.
web-said-nothing-to-draw = There is no card for you to draw.
web-said-reshuffled = The deck is used up: the discard piles are shuffled into a new one.
web-said-sat = { $player } sits down on seat { $seat }.
web-said-stood = Seat { $seat } is open.
web-said-bot = A bot sits down on seat { $seat }.
web-said-stand-in =
    { $you ->
        [yes] A bot plays for you from now on.
       *[no] { $player } is away, and a bot plays for them.
    }
web-said-time-bot =
    { $you ->
        [yes] Your time is up: a bot plays this turn for you.
       *[no] The time of { $player } is up: a bot plays this turn.
    }
web-said-time-up =
    { $you ->
        [yes] Your time is up; the others wait for you.
       *[no] The time of { $player } is up; all wait.
    }
web-said-RequestMade =
    { $you ->
        [yes] You would like to { $what ->
            [pause] pause the game
            [resume] go on
           *[end] end the game
        }.
       *[no] { $player } would like to { $what ->
            [pause] pause the game
            [resume] go on
           *[end] end the game
        }.
    }
web-said-RequestAgreed =
    { $you ->
        [yes] You agree.
       *[no] { $player } agrees.
    }
web-said-RequestDropped =
    { $you ->
        [yes] It is off: you do not agree.
       *[no] It is off: { $player } does not agree.
    }
web-said-GamePaused = The game is paused.
web-said-GameResumed = The game goes on.
web-said-GameCalledOff = All have agreed to end the game. Nobody wins it.
web-said-back =
    { $you ->
        [yes] You play yourself again.
       *[no] { $player } plays again.
    }
web-said-by-bot = { $text } (A bot played.)
web-said-renamed = On seat { $seat } sits { $player } now.
web-said-swapped = Seats { $first } and { $second } have changed places.
web-said-settings = The settings of the table have changed.
web-said-spectators =
    { $spectators ->
        [none] Nobody may watch from now on.
       *[allowed] Others may watch from now on.
    }
web-said-screen = A table screen shows the table now.
web-said-started = Game { $number } begins. { $dealer } deals.
web-said-committed = The order of the deck is fixed from here on: { $hash }
web-said-cut = The cut for the deal: { $cards }.
web-said-cut-again = The lowest cards are alike, so these cut again: { $cards }.
web-said-cut-card = { $card } by { $player }
web-said-lowest = Game { $number } begins. { $dealer } has the lowest card and deals (R4).
web-said-lobby = Seats and settings can be chosen again.
