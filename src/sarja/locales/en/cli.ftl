# The command line: its help pages, and what it says about command lines that do not fit.

cli-heading-usage = USAGE
cli-heading-about = DESCRIPTION
cli-heading-commands = COMMANDS
cli-heading-options = OPTIONS
cli-heading-environment = ENVIRONMENT
cli-heading-examples = EXAMPLES
cli-heading-exits = EXIT STATUS

cli-option-lang = The language of the texts: en (complete), fi, ko, pl, cs. Also set by the environment variable SARJA_LANG.
cli-option-help = Show this page and leave.
cli-option-version = Show the version and leave.

cli-language-unknown = sarja: there is no language { $language }; there are { $choices }.
cli-not-one-of = { $name }: { $value } is not one of { $choices }.
cli-not-in-range = { $name }: { $value } is not a whole number from { $low } to { $high }.
cli-no-such-option = there is no option { $option }.
cli-did-you-mean = Did you mean { $options }?
cli-missing = { $name } is missing.
cli-option-value = the option { $option } needs a value, or takes none.
cli-does-not-fit = this command line does not fit.
cli-too-many-arguments = { $argument } is one argument too many.
cli-no-such-command = there is no command { $name }; there are { $choices }.
cli-not-together = { $first } and { $second } do not go together.
cli-variant-unknown = there is no variant { $name }; there are { $choices }, or name a .toml or .json file.
cli-see-help = See { $command } --help.

cli-place-line = line { $number }
cli-place-row = row { $number }
cli-place-column = column { $number }

cli-sarja-summary = the board game sold as Sequence, and its relatives
cli-sarja-about =
    Play against bots or with others in this terminal, look at recorded games, and make games of your own. A game is a variant: Classic with cards, Numbers with sums, or a file that you wrote.
cli-sarja-examples =
    sarja play                        a game of Classic against a bot
    sarja play --variant numbers      the game with sums
    sarja replay game.json            look at a recorded game
    sarja variant check mine.toml     look for faults in a game of your own
cli-sarja-exits =
    0   done
    1   what was given is not allowed by the rules, or has faults
    2   what was given cannot be read or used
    74  the output could not be written
    130 stopped by the keyboard
    141 nobody read the output to its end

cli-replay-summary = look at a recorded game, or check it
cli-replay-about =
    Play the record in FILE again, move by move, under the rules. In a terminal the game is drawn and can be stepped through; where the output is not a terminal the last position is drawn. With --json or --trace programs get the whole position, hands and all. FILE may be - for standard input.
cli-replay-json = Print the last position as one JSON object.
cli-replay-trace = Print the position before the first move and after each, one JSON object a line.
cli-replay-examples =
    sarja replay game.json                    draw it, step through it
    sarja replay --json game.json             the last position, for programs
    sarja replay --trace - < game.json        every position, from standard input
cli-replay-exits =
    0   the whole record is sound
    1   a move, a reshuffle or the result is not what the rules allow
    2   the file is no record

cli-verify-summary = check that a recorded game has the shuffles that were promised
cli-verify-about =
    A server that deals tells everybody a hash of the order of the deck before the first card, and of every reshuffle; it stands in the log of the table. When the game is over its record holds the orders and the salts. This plays the record in FILE again, works out the hashes, and prints them, to be compared with those that you were told. FILE may be - for standard input.
cli-verify-kept =
    { $number ->
        [0] deck: { $hash }
       *[other] reshuffle { $number }: { $hash }
    }
cli-verify-sound = Nothing was changed. Compare this with what the table told before the cards were drawn.
cli-verify-examples =
    sarja verify game.json                    a record from the page of a finished game
cli-verify-exits =
    0   the record has the orders that its hashes promise, and its game is sound
    1   a deck or salt is another one, there is no commitment, or the game is not sound
    2   the file is no record

cli-variant-summary = list, show and check the games there are
cli-variant-about =
    A variant is a game as data: its board, its cards, how many may play it. Some come with the program; others are TOML files, or the JSON that show --json prints.
cli-variant-sound = { $file }: sound ({ $id })

cli-variant-list-summary = name the games that come with the program
cli-variant-list-about = Print a line for each game that comes with the program: its name for commands, and its title.

cli-variant-show-summary = show one game
cli-variant-show-about = Show the board, the cards and the seatings of VARIANT: a name from the list, a TOML file, a JSON file, or - for standard input.
cli-variant-show-json = Print it as the JSON object that other programs read.
cli-variant-show-examples =
    sarja variant show classic
    sarja variant show numbers --json

cli-variant-check-summary = look for faults in a game of your own
cli-variant-check-about = List every fault in FILE (TOML or JSON, - for standard input) with its place: the key, or the row and column of the grid.
cli-variant-check-exits =
    0   the game is sound
    1   it has faults, listed on standard output
    2   the file cannot be read, or is neither TOML nor JSON

cli-bots-summary = name the bots there are
cli-bots-about = Name each bot, and tell what it does, how strong it is against the one below it, and how long it thinks. Elo is measured on paired deals, with an interval of 95 %.
cli-bots-json = Print it as one JSON object.

cli-play-summary = play a game in this terminal
cli-play-about =
    Play a game against bots, or with others who share this terminal, in plain text with colours. At every prompt a question mark tells what can be done there.

    People take the first seats; bots take the others. With more than one person the hands are covered while the terminal is passed on.
cli-play-variant = The game: a name from "sarja variant list", or a TOML or JSON file. Classic unless said.
cli-play-seats = How many play, 2 to 12; two unless said.
cli-play-teams = How many teams, where both two and three are possible.
cli-play-bots = The bots, by name from "sarja bots", in turn for the seats without a person; casual unless said.
cli-play-people = How many people play, from seat 1; one unless said.
cli-play-names = The names of the people.
cli-play-watch = Nobody plays: watch the bots.
cli-play-step = When watching, wait for Enter before each move.
cli-play-draw = Whether cards are drawn for the players, or by hand as the printed rules have it.
cli-play-table-talk = Whether table talk may be ruled against a team.
cli-play-show = Whether legal spaces are shown, or finding them is part of the game; as the game has it unless said.
cli-play-seed = Any text; the same seed deals the same cards, and bots play the same.
cli-play-record = Write the game to FILE when it ends or is left. A file that is there is not overwritten.
cli-play-ascii = Draw with plain letters only.
cli-play-examples =
    sarja play                                    Classic, you against one bot
    sarja play --seats 4 --bots casual            two teams, a bot as partner
    sarja play --variant numbers --people 2       two people at one terminal
    sarja play --watch --seats 3 --seed 7         three bots, always the same game
cli-play-recorded = The game is recorded in { $file }.
cli-too-many-people = { $people } people do not fit on { $seats } seats.
cli-too-many-names = { $count } names are too many for { $people } people.
cli-seed-form = the seed must be text.
cli-name-form = a name has 1 to { $limit } characters that can be shown.
cli-teams-not-possible = { $seats } seats cannot play this game in { $teams } teams.
cli-seats-not-possible =
    { $reason ->
        [teams] { $seats } cannot form two or three equal teams; the nearest that can play are { $nearest } (R1).
       *[variant] this game is not for { $seats }; the nearest that can play are { $nearest } (R1).
    }

# Names at the table where nobody gave one
cli-play-you = You
cli-play-player = Player { $number }
cli-play-bot = Bot { $number } ({ $bot })
