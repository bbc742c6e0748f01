# Learning a table: `sarja train`.

error-train-progress = { $file }: this file holds no progress of this training
error-train-kinds = these games are of different kinds: each table is for one number of teams, alone or with partners, to one sequence or to more

cli-train-summary = learn anew how club, expert and master see a kind of game
cli-train-about =
    Learn a table of weights by games of the program against itself, and then by studying positions with search. A GAME is VARIANT/SEATS or VARIANT/SEATS/TEAMS, where VARIANT is a name from "sarja variant list" or a file; all must be of one kind (teams, alone or with partners, one sequence or more). The same command makes the same table.

    Training may be stopped at any time: progress is kept beside FILE, and the same command goes on from there. It needs the extra "sarja[fast]".
cli-train-length = How many games are played, in thousands; { $number } unless said.
cli-train-study = How many games are studied, in hundreds; { $number } unless said.
cli-train-seed = A whole number from which everything follows; { $number } unless said.
cli-train-out = The file that the table is written to; it must not be there yet.
cli-train-examples =
    sarja train classic/2 --out table.json
    sarja train classic/4 numbers/4 --length 60000 --study 400 --out table.json
cli-train-exits =
    0   the table is written
    2   a game or a file that cannot be used
    130 stopped by the keyboard; the same command goes on
cli-train-nothing = name a game, and with --out the file for its table.
cli-train-game-form = { $game }: this is no game; write VARIANT/SEATS or VARIANT/SEATS/TEAMS, with a seating that the variant has.
cli-train-file-there = { $file } is there already; nothing is overwritten.
cli-train-not-writable = { $file } cannot be written.
cli-train-stopped = Stopped. What has been learned is kept in { $file }; the same command goes on from there.
train-playing = playing
train-studying = studying
