# The pages of a class, which are loaded when they are asked for.

# Opening a lesson

web-class = For a class
web-class-lead = One code for all. Everybody who comes gets a seat, and you see every table.
web-class-seats = Pupils at a table
web-class-bots = Where pupils are missing
web-class-bots-fill = bots take the empty seats
web-class-bots-smaller = the table is smaller
web-class-open = Open the lesson
web-class-kept = Names last as long as the lesson: until you end it, or for eight hours. Then names, games and everything else of it are deleted.

# A pupil

web-lesson-title = Lesson { $code }
web-lesson-missing = There is no such lesson
web-lesson-over = The lesson is over
web-lesson-over-about = Names and games have been deleted.
web-lesson-join = Join the lesson
web-lesson-join-about = Your name is seen by your teacher and by those who sit with you, and is deleted when the lesson is over.
web-lesson-removed = Your teacher has taken this name out. You may come in under another one.
web-lesson-placing = You get a seat…
web-lesson-table = You sit at table { $number }
web-lesson-wait = Wait here. Your teacher starts the game.
web-lesson-own = you

# A teacher

web-lesson-invite = How pupils come in
web-lesson-invite-about = They open the link or scan the picture, or type the code on the first page.
web-lesson-link = Link for pupils
web-lesson-round =
    { $round ->
        [0] No round yet
       *[other] Round { $round }
    }
web-lesson-pupils =
    { $count ->
        [0] no pupil yet
        [one] one pupil
       *[other] { $count } pupils
    }
web-lesson-start =
    { $round ->
        [0] Start the first round
       *[other] Start the next round
    }
web-lesson-started = All tables play already.
web-lesson-pause = Pause all
web-lesson-resume = All go on
web-lesson-regroup = Regroup
web-lesson-shuffle = By chance
web-lesson-winners = Winners together
web-lesson-regroup-about =
    { $count ->
        [0] Everybody gets a new seat.
        [one] Everybody gets a new seat. One game is on: it ends without a winner.
       *[other] Everybody gets a new seat. { $count } games are on: they end without a winner.
    }
web-lesson-device = Lead on another device, too
web-lesson-device-about = Open this link on the other device, or scan the picture with it. Both devices then lead the lesson. Show it to no pupil: who has it leads.
web-lesson-device-link = Link to lead
web-lesson-device-take = Lead the lesson on this device
web-lesson-device-take-about = This link makes this device the teacher’s, too. It works once.
web-lesson-device-not = Join as a pupil
web-lesson-end = End the lesson
web-lesson-end-about = All games end. Names, games and reviews are deleted, and nobody can come back.
web-lesson-ends = It ends by itself at { $time }.
web-lesson-tables = Tables
web-lesson-number = Table { $number }
web-lesson-waits = waits for the next round
web-lesson-paused-here = paused
web-lesson-turn = { $player } is to play
web-lesson-moves =
    { $count ->
        [one] 1 move
       *[other] { $count } moves
    }
web-lesson-score = { $team } { $count } of { $target }
web-lesson-won = { $team } won
web-lesson-drawn = a draw
web-lesson-table-start = Start
web-lesson-table-start-hint = Start at table { $number }
web-lesson-table-pause = Pause
web-lesson-table-pause-hint = Pause table { $number }
web-lesson-table-resume = Go on
web-lesson-table-resume-hint = Table { $number } goes on
web-lesson-look = Look
web-lesson-look-hint = Look at table { $number } in a new tab
web-lesson-pupil = { $name }: move or take out
web-lesson-pupil-title = { $name }
web-lesson-pupil-away = not connected
web-lesson-move = Move to
web-lesson-move-next = the next free table
web-lesson-move-button = Move
web-lesson-move-about = In a game that is on, a bot plays on in this seat.
web-lesson-remove = Take out of the lesson
web-lesson-remove-about = The name is free again. Who had it may come in under another one.
