# A game looked at again, and advice.

cli-analyse-summary = find the mistakes and the luck in a recorded game
cli-analyse-about =
    Look at a recorded game again (- reads standard input) and tell for every move the chance to win before and after, as the seat that moved could know it, the better move where there was one, and how lucky each team was in its cards. A game that is not over is analysed as far as it goes, and what to do next is told.

    A move that loses 5 % is an inaccuracy, 10 % a mistake, 20 % a blunder. Chances come from games played on in worlds that fit what the seat saw; this needs the extra "fast". The first time half a minute more goes by, until its code is compiled. Without it a learned table judges one move ahead. docs/analysis.md tells more.
cli-analyse-json = Print one JSON object.
cli-analyse-plot = Draw each team's chance over the moves into FILE, an SVG picture.
cli-analyse-simulations = How many games are played on for each move; { $number } unless said. With 0 the table alone judges, in a few seconds.
cli-analyse-seed = A whole number from which all chance follows; 1 unless said.
cli-analyse-examples =
    sarja analyse game.json                       half a minute or more for a game
    sarja analyse game.json --plot game.svg       with a picture
    sarja analyse game.json --simulations 0       a quick look
cli-analyse-exits =
    0   the game was analysed
    1   a move of the record is not allowed, or its result is not what comes out
    2   the record cannot be read, or the picture not written

analysis-progress = analysing

analysis-heading = { $variant }, { $seats } seats in { $teams } teams, { $moves ->
        [one] one move
       *[other] { $moves } moves
    }
analysis-by-search = Chances to win as the seat that moved could know them, from { $number } games played on for a move
analysis-by-table = Chances to win as the seat that moved could know them, by the learned table alone
analysis-unfinished = The game is not over. { $player } is to move, best { $move } ({ $chance }).

analysis-head-number = #
analysis-head-player = player
analysis-head-move = move
analysis-head-before = before
analysis-head-after = after
analysis-head-lost = lost
analysis-head-verdict = verdict
analysis-head-moves = moves
analysis-head-lost-each = lost a move
analysis-head-inaccuracy = inaccuracies
analysis-head-mistake = mistakes
analysis-head-blunder = blunders
analysis-head-team = team
analysis-head-cards = cards
analysis-head-jacks = jacks
analysis-head-jacks-expected = expected
analysis-head-deal = luck of the deal
analysis-head-draws = of the draws
analysis-head-luck = in all

analysis-verdict-inaccuracy = inaccuracy
analysis-verdict-mistake = mistake
analysis-verdict-blunder = blunder
analysis-better = better { $move }
analysis-better-because = better { $move }, which { $reasons }

analysis-team = team { $team }
analysis-sign = move { $number }, { $move }: { $verdict }, { $loss } % lost; better { $best }
analysis-plot-title = { $variant }: the chance to win, as each team saw it
analysis-plot-across = move
analysis-plot-up = chance to win

# What speaks for a move; each goes on from "this move …"

advice-only-move = is the only one allowed
advice-wins = wins with the line { $line }
advice-finishes = { $count ->
        [one] finishes the line { $line }
       *[other] finishes { $count } lines, { $line } among them
    }
advice-blocks-win = keeps team { $team } from winning with the line { $line }
advice-blocks = blocks the line { $line } of team { $team }
advice-removes-win = takes a chip from the line { $line }, with which team { $team } would win
advice-removes-threat = takes a chip from the line { $line }, which team { $team } would finish
advice-opens-ways = opens { $count } ways to finish a line: { $spaces }
advice-threatens = leaves the line { $line } one chip short, on { $space }
advice-saves-jack = saves the { $card } for later
advice-hinders = is in the way of the line { $line } of team { $team }
advice-breaks = breaks the line { $line } of team { $team }
advice-reopens = makes the line { $line } possible again
advice-builds = builds the line { $line }
advice-kills-card = { $count ->
        [one] makes a { $card } dead that nobody has shown yet
       *[other] makes { $count } cards like { $card } dead that nobody has shown yet
    }
advice-exchanges-dead = exchanges the dead card { $card }
advice-locks = locks the line { $line }
advice-gives-up-dead = gives up { $card }, which is dead
advice-keeps-jacks = keeps the jacks
advice-spends-jack = costs the { $card }
advice-kills-own-card = makes the own { $card } dead
