# A variant as `sarja variant show` draws it.

tui-variant-size = { $rows } rows, { $columns } columns ({ $id })
tui-variant-line = { $length } in a row make a sequence.
tui-variant-place =
    { $count ->
        [one] One card puts a chip on a space that it names.
       *[other] { $count } cards put a chip on a space that they name.
    }
tui-variant-wild =
    { $count ->
        [one] One card is wild and puts a chip on any open space:
       *[other] { $count } cards are wild and put a chip on any open space:
    }
tui-variant-remove =
    { $count ->
        [one] One card takes off a chip of an opponent:
       *[other] { $count } cards take off a chip of an opponent:
    }
tui-variant-exchanges =
    { $count ->
        [0] Dead cards are not exchanged.
        [one] One dead card may be exchanged in a turn.
       *[other] { $count } dead cards may be exchanged in a turn.
    }
tui-variant-help =
    { $help ->
        [none] Finding the spaces is part of the game; the program shows none.
       *[spaces] The program shows where a card may go.
    }
tui-variant-seats = seats
tui-variant-teams = teams
tui-variant-hand = cards each
tui-variant-sequences = sequences to win
