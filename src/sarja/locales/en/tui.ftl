# The game in a terminal.

# Words that are understood at prompts, the first one shown to people; English always works too.

tui-command-help = help ?
tui-command-board = board b
tui-command-hand = hand h
tui-command-log = log l
tui-command-piles = piles p
tui-command-hint = hint
tui-command-back = back
tui-command-quit = quit q exit
tui-command-next = next n
tui-command-previous = previous p
tui-command-first = first g
tui-command-last = last
tui-command-yes = yes y
tui-command-no = no n
tui-command-all = all
tui-command-list = list

# Players and teams

tui-seat = Seat { $seat }
tui-player = { $name } (seat { $seat })
tui-list = { $first } and { $last }
tui-team-one = team 1 (blue { $shape })
tui-team-two = team 2 (green { $shape })
tui-team-three = team 3 (red { $shape })

# The beginning

tui-welcome =
    { $length } chips of your team in a line, across, down or slanting, are a sequence; the free corners { $corner } count for everybody. { $needed ->
        [one] One sequence wins.
       *[other] { $needed } sequences win.
    }
tui-team-players =
    { $team ->
        [1] Blue
        [2] Green
       *[3] Red
    }: { $players }
tui-cut = The cut for the deal, lowest card deals, aces are high (R4): { $cards }.
tui-cut-again = Those tied for lowest cut again: { $cards }.
tui-cut-card = { $name } { $card }
tui-dealer =
    { $how ->
        [cut] { $dealer } has the lowest card and deals; { $first } plays first.
        [drawn] { $dealer } is drawn as dealer; { $first } plays first.
       *[given] { $dealer } deals; { $first } plays first.
    }
tui-start = Type the number of a card, then its space. At every prompt ? tells all that you can do.

# Around the board

tui-team-score =
    { $team ->
        [1] Blue
        [2] Green
       *[3] Red
    } { $needed ->
        [one] { $count } of 1 sequence
       *[other] { $count } of { $needed } sequences
    }
tui-deck =
    { $count ->
        [0] Deck: empty
        [one] Deck: 1 card
       *[other] Deck: { $count } cards
    }
tui-heading-cards = cards
tui-heading-top = on pile
tui-seat-cards =
    { $count ->
        [one] 1 card, pile { $top }
       *[other] { $count } cards, pile { $top }
    }
tui-owed = May still draw a card: { $names }
tui-legend-target = ( ) this card may go there
tui-legend-target-narrow = ( this card may go there
tui-legend-new = { $sign } new
tui-legend-new-narrow = { $sign }a new in column a
tui-legend-locked = [ ] finished sequence
tui-legend-locked-narrow = { $locked } finished sequence
tui-too-narrow = This window is { $width } columns wide, too narrow for the whole board: it is shown in parts, side by side in truth. A wider window shows it whole.

# The hand

tui-hand = Your hand:
tui-hand-empty = Your hand is empty.
tui-dead = dead
tui-card-wild = { $cards } puts a chip on any open space.
tui-card-remove = { $cards } takes an opponent's chip off, unless it is in a finished sequence.
tui-pile-empty = no cards

tui-hands = The hands
# Prompts

tui-ask-move = { $name } { $chip } card or move (? help):
tui-ask-space = { $card } on which space? (Enter: back)
tui-ask-chip = { $card } takes which chip? (Enter: back)
tui-ask-exchange = Exchange it for another card from the deck? (y/n)
tui-ask-line = { $name } { $chip } which line counts? (? help):
tui-ask-give-up = { $name } { $chip } which card? (? help):
tui-ask-draw = { $name } { $chip } + draws a card, Enter goes on (? help):
tui-ask-pass = { $name }: press Enter when only you see the screen (? help)
tui-ask-leave = Leave the game here? (y/n)
tui-ask-rematch = Another game? (y/n)
tui-ask-step = Enter: next move (? help)
tui-ask-replay = Enter: next move, p: previous (? help):
tui-yes-or-no = Please answer y or n.
tui-heading-pass = Pass the device to { $player }
tui-heading-start =
    { $count ->
        [one] Before the first of 1 move
       *[other] Before the first of { $count } moves
    }
tui-heading-step = Move { $number } of { $count }: { $move }
tui-heading-over = The game is over

# Answers to what was typed

tui-refused = Not possible: { $reason } ({ $rule }).
tui-empty-line = Type the number of a card, or a move; ? tells more.
tui-no-such-number =
    { $count ->
        [0] There is no card { $number }: your hand is empty.
        [one] There is no card { $number }: your hand has one card.
       *[other] There is no card { $number }: the cards of your hand are numbered from 1 to { $count }.
    }
tui-no-such-space =
    { $count ->
        [0] Type the name of a space, such as d6; list gives them all numbers.
        [one] There is no space { $number }: there is only one to choose from.
       *[other] There is no space { $number }: there are { $count } to choose from.
    }
tui-no-such-line = There is no line { $number }: there are { $count } to choose from.
tui-no-space = Type a space, such as d6, to play { $card } there; Enter goes back to your cards.
tui-many-spaces = It can go on { $count } spaces: type the name of one, such as d6; list gives them all numbers.
tui-card-dead = { $card } is dead: every space that it names is taken (R12).
tui-card-idle = There is nothing that { $card } could do now; keep it for later (R11).
tui-card-dead-used = { $card } is dead, and no more cards can be exchanged in this turn (R12).
tui-nothing-to-play = No card of your hand can be played or exchanged: type - to pass (R17).
tui-choose-line = Your chip makes more than may count. Choose the line that is locked; the rest can still be taken off (R22).
tui-give-up = Table talk was ruled against your team: choose a card to put on your pile, without a new one (R16).
tui-draw-due = Your play is done; draw your card before the next player has played and drawn, or it is lost (R14).
tui-draw-or-not = Type + to draw your card, or press Enter to go on without it.
tui-hand-hidden = The hand is hidden until { $name } has pressed Enter.
tui-watching = Only bots play: you watch, and see nobody's hand.
tui-hint = A suggestion: { $move }. { $words }
tui-hint-off = There are no hints at this table: finding the spaces is the game.
tui-log-earlier =
    { $count ->
        [one] (One earlier entry: log all shows everything.)
       *[other] ({ $count } earlier entries: log all shows everything.)
    }
tui-space-corner = { $space } is a free corner: it counts for every team.
tui-space-open = { $space } shows { $label } and is open.
tui-space-chip = { $space } shows { $label }; a chip of { $team } lies there.
tui-space-locked = { $space } shows { $label }; a chip of { $team } lies there, part of a finished sequence.
tui-watched-enough = The bots have made { $count } moves and come to no end. The game stops here.
tui-left = You left the game.
tui-rematch = For another game the deal passes to the left, to { $dealer }.

tui-at-start = This is the beginning.
tui-at-end = This is the last position.
tui-no-such-move = There is no move { $number }: the record has { $count }.

# Help: what may be typed | what it does

tui-help-move =
    Play one card and put a chip on a space that it names; then you get a new card.
    1 | the number of a card in your hand; the space is asked for next
    { $example } | a card and a space at once; x instead of @ takes a chip off
    { $code }# | exchange a dead card, one whose spaces are all taken, and then play (R12)
    - | pass, when you can neither play nor exchange (R17)
    d6 | a space alone: what it shows, and whose chip lies there
tui-help-space =
    You are playing { $card }. Where?
    d6 | the name of a space: column and row
    1 | its number in the list, where there is one
    # | exchange the card instead, if it is dead (R12)
    Enter | choose another card (also: back)
tui-help-line =
    Your chip finishes more than may count (R22).
    1 | the number of the line that is locked
    =a1-e1 | or the first and the last space of it
tui-help-give-up =
    Table talk costs every player of the team a card (R16).
    1 | the number of the card that you give up
    { $code }! | or the card itself
tui-help-draw =
    At this table everybody draws by hand (R13).
    + | draw your card
    Enter | go on without it; until the next player has played and drawn you may still draw, with { $seat }:+ at anybody's prompt (R14)
tui-help-manual = + | draw the card that you have not drawn yet (R14)
tui-help-talk = !2 | rule that team 2 has talked: each of its players gives up a card (R16)
tui-help-pass =
    It is { $name }'s turn, and nobody else should see the hand.
    Enter | shows it
tui-help-step =
    Only bots play.
    Enter | the next move
tui-help-replay =
    Enter | the next move (also: n)
    p | the move before
    12 | the position after move 12
    g | the beginning
    G | the last position
    board | draw the board again
    log | the last moves in words; log all: every move
    piles | all discards
    q | leave
tui-help-commands =
    At every prompt:
    board | draw the board again
    hand | show your hand
    log | the last moves in words; log all: every move
    piles | all discards, of every player
    hint | a suggestion, where the table allows it
    quit | leave; --record keeps the game

# What happened

tui-event-dealt =
    { $count ->
        [one] Everybody is dealt one card.
       *[other] Everybody is dealt { $count } cards.
    }
tui-event-placed = { $player } plays { $card } on { $space }.
tui-event-placed-answer = { $player } plays { $card } on { $space }, which shows { $label }.
tui-event-placed-wild = { $player } plays { $card }, a wild card, on { $space }, which shows { $label }.
tui-event-removed = { $player } plays { $card } and takes the chip of { $team } off { $space }, which shows { $label }.
tui-event-sequence = A sequence for { $team }: { $spaces }.
tui-event-exchanged = { $player } exchanges the dead card { $card }.
tui-event-drawn = { $player } draws a card.
tui-event-drawn-card = { $player } draws { $card }.
tui-event-drew-nothing = { $player } finds no card to draw.
tui-event-passed = { $player } passes.
tui-event-talk =
    { $count ->
        [0] Table talk is ruled against { $team }, which has no cards to give up.
       *[other] Table talk is ruled against { $team }: each of its players gives up a card.
    }
tui-event-given-up = { $player } gives up { $card }.
tui-event-reshuffled = The deck is used up: the discard piles are shuffled into a new one.
tui-event-lapsed = { $player } did not draw in time and has lost that card (R14).

tui-move-remove = { $player } plays { $card } and takes the chip off { $space }, which shows { $label }.
tui-move-lock = { $player } locks the line { $line }.
tui-move-talk = Table talk is ruled against { $team }.

tui-outcome-won =
    { $number ->
        [one] { $players } wins for { $team }
       *[other] { $players } win for { $team }
    } with { $count ->
        [one] one sequence.
       *[other] { $count } sequences.
    }
tui-outcome-blocked =
    { $number ->
        [one] Nobody can play any more (R24): { $players } wins for { $team } by the number of sequences: { $counts }.
       *[other] Nobody can play any more (R24): { $players } win for { $team } by the number of sequences: { $counts }.
    }
tui-outcome-drawn = Nobody can play any more, and the game is drawn (R24): { $counts }.
tui-outcome-count = { $team } { $count }
