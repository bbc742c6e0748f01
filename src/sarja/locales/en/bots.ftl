# The bots, each in one line.

bot-random = plays any move that is allowed
bot-casual = looks one move ahead: builds lines, blocks yours, saves its jacks
