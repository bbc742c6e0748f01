# The bots, each in one line.

bot-random = plays any move that is allowed
bot-beginner = finishes a sequence when it sees it, overlooks yours, spends its jacks early
bot-casual = looks one move ahead: builds lines, blocks yours, saves its jacks
bot-club = counts cards, and weighs lines as it has learned in games against itself
bot-expert = plays the game on in its head, a thousand times for a move, and asks what your plays say about your hand
bot-master = thinks three times as long as expert, and plays the end of the deck out
bot-strength = { $elo } Elo ({ $low } to { $high }) on { $below } in Classic for two; { $ms } ms a move
bot-unmeasured = how strong on { $below } is not measured yet; { $ms } ms a move
bot-needs = (needs the extra { $extra }: pip install "sarja[{ $extra }]")
