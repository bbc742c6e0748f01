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
web-review-committed = The order of the deck was fixed before the deal: { $hash } (sarja verify checks it by the record).

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
web-analysis-begins = It begins …
web-analysis-running = { $done } of { $of } moves looked at
web-analysis-failed = The analysis did not succeed.
web-analysis-retry = Try again
web-analysis-curve = Chance to win, as each side could know it
web-analysis-curve-of = { $team }: { $start } at the beginning, { $end } at the end, between { $low } and { $high }
web-analysis-by-search = From { $number } games played on for a move.
web-analysis-by-table = By a learned table, a quick look: small differences are guesses.
web-analysis-here = Chance for { $team }: { $before } before the move, { $after } after it.
web-analysis-better = Better: { $move } ({ $chance }).
web-analysis-better-because = Better: { $move } ({ $chance }), which { $reasons }.
web-analysis-best = Nothing was clearly better.
web-analysis-mistakes = What went wrong
web-analysis-no-mistakes = No mistake was found.
web-analysis-mistake = Move { $number }, { $player }: { $move }. { $verdict }, { $loss } lost.
web-analysis-luck = Luck of the cards
web-analysis-luck-about = What the cards did for the chance to win, beside the average. Jacks are the wild and the removing cards; in brackets stands how many there are on average.
web-analysis-luck-team = Team
web-analysis-luck-jacks = Jacks
web-analysis-luck-deal = Deal
web-analysis-luck-draws = Draws
web-analysis-luck-jacks-of = { $jacks } ({ $expected })
web-verdict-inaccuracy = Inaccuracy
web-verdict-mistake = Mistake
web-verdict-blunder = Blunder
web-short-exchange = exchange { $card }
web-short-give-up = give up { $card }
web-short-lock = lock { $first } to { $last }
web-short-pass = pass

# Accounts

error-session-unknown = you are not signed in here any more
error-account-unknown = there is no account of that name
error-sign-in-wrong = there is no account of that name with that password
error-recovery-wrong = there is no account of that name with that recovery code; each is good once
error-password-wrong = this is not your password
error-password-short = the password has fewer than { $least } characters
error-password-long = the password has more than { $most } characters
error-password-common = this password is among the first that are guessed; take another one
error-account-taken = somebody has an account with the name { $name }, or one that looks like it
error-too-many-requests = too much is asked for from this address; wait a moment
error-too-many-passwords = too many passwords have been tried; try again in some minutes
error-too-many-accounts = too many accounts have been made from here; try again later

web-account-about = Nobody needs an account to play. With one your games are kept, with statistics and, where a table says so, a rating. No mail address is asked for.
web-account-name = Name
web-account-password = Password
web-account-password-about = Ten characters or more; a few words in a row are good.
web-account-sign-in = Sign in
web-account-make = Make an account
web-account-forgotten = Password forgotten?
web-account-code = Recovery code
web-account-new-password = New password
web-account-recover = Set the new password
web-account-no-code = Without a code whoever runs this server can make you a new one.
web-account-codes = Your recovery codes
web-account-codes-about = Write them down now, they are shown only this once. Each gets you in once with a new password, should yours be forgotten.
web-account-codes-kept = I have written them down
web-account-signed-in = Signed in as { $name }
web-account-sign-out = Sign out
web-account-codes-left =
    { $count ->
        [0] No recovery code is left.
        [one] One recovery code is left.
       *[other] { $count } recovery codes are left.
    }
web-account-new-codes = New recovery codes
web-account-change = Change the password
web-account-changed = The password is changed; other devices are signed out.
web-account-export = Download all that is kept of you
web-account-delete = Delete the account
web-account-delete-about = All that is kept of you goes: history, statistics, ratings. Games of others stay, without your name.
web-account-delete-sure = Delete for ever
web-account-statistics = Games
web-account-none-yet = No game is over yet. Sit down somewhere while you are signed in.
web-account-kind = { $variant }, { $seats } seats
web-account-won = won
web-account-drawn = drawn
web-account-lost = lost
web-account-of-games =
    { $games ->
        [one] one game
       *[other] { $games } games
    }
web-account-bar = { $kind }: { $won } won, { $drawn } drawn, { $lost } lost
web-account-rating = Rating
web-account-rating-people = Among people
web-account-rating-bots = With bots at the table
web-account-rating-of = { $rating }, after { $games ->
        [one] one game
       *[other] { $games } games
    }
web-account-unsure = This is still uncertain.
web-account-rating-curve = Rating over { $count } games: { $first } at first, { $last } now
web-account-history = History
web-account-more = Show more
web-account-played = { $variant }, { $seats } seats: { $result }
web-account-ratings = Ratings of this server
web-account-nobody = Nobody has a rating yet.

# Peace

error-no-person-at = no person sits at seat { $seat }
error-block-own = this is you
error-block-unknown = nobody of that kind is blocked
error-too-many-blocks = an account blocks at most { $limit } people
error-too-many-reports = enough has been reported for now; try again in an hour

web-peace-of = About { $player }
web-peace-about = Whoever runs this server sees what you report: who, why, at which table. Nobody at the table does.
web-peace-reason = Why
web-peace-reason-cheating = Cheats
web-peace-reason-insult = Insults or threatens
web-peace-reason-name = Has a name that hurts
web-peace-reason-spoiling = Spoils the game on purpose
web-peace-report = Report
web-peace-reported = Reported. Thank you.
web-peace-block-about = Whom you block cannot sit down where you sit, and you do not hear them. Both of you stay at this table; you can leave it.
web-peace-block = Block { $player }
web-peace-blocked = { $player } is blocked.
web-peace-sign-in = With an account you can block people, too.
web-peace-unblock = Block { $player } no longer
web-peace-list = Blocked
web-peace-since = since { $when }

error-origin-foreign = only pages of this server may ask for that
error-stream-unknown = there is no stream by that secret
error-metrics-not-here = the counts of this server are told to the machine itself only, or to who has its token
