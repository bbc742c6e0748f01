# Pages that are loaded when they are asked for: finished games, accounts, histories.

# Why something is refused over HTTP

error-unreachable = the server is out of reach; try again
error-review-sealed = the cards of this game are dealt once more; it can be looked at after that
error-review-unknown = there is no finished game here; perhaps it is still being played, or has been cleared away
error-analysis-not-here = this server does not analyse games
error-too-many-analyses = too many analyses have been asked for; try again later

# A finished game

web-review-title = A game of { $variant }
web-review-missing = No game here
web-review-when = Played on { $date }
web-review-first = To the deal
web-review-back = Back
web-review-next = Next
web-review-last = To the end
web-review-step = Move { $at } of { $of }
web-review-start = The deal: nobody has moved yet.
web-review-record = Download the record
web-review-share = Share
web-review-share-link = Link to this game
web-review-hands = Hands
web-review-hand-of = Hand of { $player }
web-review-hand-empty = no card left
web-review-moves = Moves
web-review-bot = { $bot }, seat { $seat }

# Its analysis

web-analysis = Analysis
web-analysis-none = This server does not analyse games. Whoever runs it can switch that on. With the record that you can download, Sarja analyses the game on any machine.
web-analysis-ask = Analyse this game
web-analysis-about = How likely each side was to win, where a better move was missed, and who was lucky. That takes up to a minute or two.
web-analysis-waiting =
    { $before ->
        [0] It begins in a moment.
        [one] One other game is analysed first.
       *[other] { $before } other games are analysed first.
    }
web-analysis-running = { $done } of { $of } moves looked at
web-analysis-failed = The analysis did not succeed.
web-analysis-retry = Try again
web-analysis-curve = Chance to win, as each side could know it
web-analysis-curve-of = { $team }: { $start } at the beginning, { $end } at the end, between { $low } and { $high }
web-analysis-by-search = From { $number } games played on for a move.
web-analysis-by-table = By a learned table, a quick look: small differences are guesses.
web-analysis-here = Chance for { $team }: { $before } before the move, { $after } after it
web-analysis-better = Better: { $move } ({ $chance })
web-analysis-better-because = Better: { $move } ({ $chance }), which { $reasons }
web-analysis-best = Nothing was clearly better.
web-analysis-mistakes = What went wrong
web-analysis-no-mistakes = No mistake was found.
web-analysis-mistake = Move { $number }, { $player }: { $move }. { $verdict }, { $loss } lost
web-analysis-luck = Luck of the cards
web-analysis-luck-about = What the cards did for the chance to win, beside the average. Jacks are the wild and the removing cards.
web-analysis-luck-team = Team
web-analysis-luck-jacks = Jacks
web-analysis-luck-deal = Deal
web-analysis-luck-draws = Draws
web-analysis-luck-jacks-of = { $jacks }, on average { $expected }
