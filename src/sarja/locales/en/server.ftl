# Tables on the network: what a table and its server refuse.

# A table

error-stale = meanwhile something else has happened at the table
error-seat-unknown = there is no seat { $seat } at this table
error-seat-taken = seat { $seat } is taken
error-seat-open = nobody sits at seat { $seat }
error-seat-in-game = a bot plays at seat { $seat } until the game is over; then the seat can be taken
error-seat-is-own = this is your own seat
error-seats-alike = this is the same seat twice
error-no-open-seat = no seat is open
error-seat-not-yours = seat { $seat } is not yours
error-seated-already = you already sit at seat { $seat }
error-not-seated = only who sits at the table can do that
error-host-only = only the host can do that
error-table-full = every seat is taken
error-name-empty = the name is empty
error-name-taken = somebody at the table is called { $name } already
error-name-unprintable = the name has characters that cannot be shown
error-bot-not-here = there is no bot { $name }
error-variant-not-here = there is no game { $name }
error-seating-not-possible = { $seats } seats cannot play this game like that
error-game-on = a game is being played
error-game-not-begun = no game has been dealt
error-game-not-over = the game is not over
error-no-game-on = no game is being played
error-game-paused = the game is paused
error-game-not-paused = the game is not paused
error-request-open = all have been asked for something else already
error-no-request = nothing has been asked for
error-agreed-already = you have agreed already
error-person-there = whoever plays at seat { $seat } is there
error-bot-plays-already = a bot plays at seat { $seat } already
error-no-stand-in = no bot plays for you
error-talk-own-team = only the other teams can call your team's table talk
error-talk-call-lost = too few agreed with you once in this game, so you cannot call table talk again in it
error-talk-fined-enough = this team has paid for table talk { $limit } times in this game, and pays no more
error-talk-nobody-to-judge = nobody of the other teams is there to judge, and nobody judges alone
error-vote-open = first table talk that was called is judged
error-no-vote = no table talk is being judged
error-not-judge = the other players of the other teams judge this
error-judged-already = you have judged already
error-too-many-changes = you have changed a lot; wait a moment
error-too-many-spectators = the table has { $limit } spectators, and that is as many as there may be
error-too-many-phrases = you have said a lot; wait a moment
error-seat-not-here = this device has no such seat at the table
error-turn-of-another = the hand is uncovered when its turn comes
error-series-on = teams are shuffled when the series is over
error-spectators-none = this table plays without spectators
error-lesson-unknown = there is no such lesson
error-lesson-over = the lesson is over
error-lesson-full = a lesson has at most { $limit } pupils
error-lesson-led = the teacher leads this table
error-lesson-code = this is the code of a lesson
error-lesson-table-unknown = the lesson has no table { $table }
error-no-free-seat = no seat is free at table { $table }, or a game is on there
error-pupil-unknown = no such pupil is in the lesson
error-seat-moved = your seat is at another table now
error-token-missing = a seat needs a token

# The server

error-message-not-text = the server takes text only
error-message-not-json = this is not JSON
error-message-unknown = the server does not know such a message (at { $place })
error-table-missing = the message names no table
error-table-unknown = there is no such table; perhaps a letter of its code is another one
error-table-closed = the host of this server has closed the table, or it has been cleared away
error-token-unknown = this device no longer has a seat at this table
error-not-welcome = you cannot sit down at this table
error-account-banned = the host of this server has banned this account
error-link-unknown = there is no such link
error-link-spent = this link is used up
error-too-many-guesses = too many wrong codes; try again in a minute
error-too-many-tables = too many tables have been opened; try again in a minute
error-too-many-lessons = too many lessons have been opened; try again later
error-too-many-links = too many links have been asked for; try again in a minute
error-too-many-screens = a table has at most { $limit } table screens
error-too-many-roles = one connection follows at most { $limit } tables
error-too-busy = too much happens at this table; try again
error-internal = something went wrong in the server
error-texts-not-here = there are no texts in this language

# Storing

error-storage-full = the disk is full: nothing can be stored, and what is not stored is not done
error-storage-away = the server does not reach its database just now; try again in a moment
error-storage-busy = too much is being changed at the same time; try again
error-storage-failed = the disk does not take what is to be stored; what is not stored is not done
error-folder-not-writable = this folder cannot be written
error-database-broken = the database in this folder is damaged
