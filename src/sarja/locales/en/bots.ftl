# The bots, each in one line.

bot-random = plays any move that is allowed
bot-beginner = finishes a sequence when it sees it, overlooks yours, spends its jacks early
bot-casual = looks one move ahead: builds lines, blocks yours, saves its jacks
bot-club = counts cards, and weighs lines as it has learned in games against itself
bot-expert = plays the game on in its head, a thousand times for a move, and asks what your plays say about your hand
bot-master = thinks three times as long as expert, and plays the end of the deck out
bot-strength = { $elo } Elo ({ $low } to { $high }) on { $below } in { $game }; { $ms } ms a move
bot-elsewhere = elsewhere: { $steps }
bot-game = { $game } for { $seats }
bot-not-shown = so it is not shown to be stronger than { $below }: take it for { $below }, thinking longer
bot-needs = (needs the extra { $extra }: pip install ".[{ $extra }]" in the folder of Sarja)
