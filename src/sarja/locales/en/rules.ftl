# What the rules refuse, and why. The rule in brackets is added by the program.

error-move-unreadable = this is not a move in our notation; a turn is a card, and a space for it
error-seat-not-to-act = seat { $seat } is not to act now, but seat { $turn }
error-card-unknown = there is no card { $card } in this game
error-card-not-held = the card { $card } is not in the hand
error-space-off-board = there is no space { $space } on this board
error-space-taken = the space { $space } already has a chip
error-space-not-named = the card { $card } does not name the space { $space }
error-space-corner = { $space } is a free corner: nobody puts a chip there
error-card-only-removes = the card { $card } takes a chip off and cannot put one down
error-card-never-removes = the card { $card } does not take chips off
error-removal-corner = { $space } is a free corner: there is nothing to take off
error-removal-open = there is no chip on { $space }
error-removal-own = the chip on { $space } belongs to the player's own team
error-removal-locked = the chip on { $space } is part of a finished sequence
error-exchange-jack = the card { $card } is never dead and cannot be exchanged
error-exchange-alive = the card { $card } is not dead: a space that it names is open
error-exchange-used =
    { $count ->
        [0] this game has no exchange of dead cards
        [one] one dead card has been exchanged in this turn already
       *[other] { $count } dead cards have been exchanged in this turn already
    }
error-draw-automatic = at this table cards are drawn for the players
error-draw-not-owed = seat { $seat } has no card to draw
error-reshuffle-missing = the deck has run out, and the record has no reshuffle { $number }
error-reshuffle-wrong = the reshuffle { $number } of the record is not made of the discarded cards
error-talk-off = at this table there is no penalty for table talk
error-talk-not-now = table talk cannot be ruled while a line is chosen or cards are given up
error-talk-team-unknown = there is no team { $team }
error-talk-team-alone = a team of one player cannot talk at the table
error-card-to-give-up = seat { $seat } must first give up a card for table talk
error-card-not-asked = no card is to be given up now
error-pass-play-possible = the hand has a card to play, so there is no pass
error-pass-exchange-possible = the hand has a dead card to exchange, so there is no pass
error-line-to-choose = first the line to be locked must be chosen
error-line-not-asked = there is no line to choose now
error-line-not-offered = this is not one of the lines to choose from
error-over-won = the game is over: a team has won
error-over-blocked = the game is over: nobody could play

