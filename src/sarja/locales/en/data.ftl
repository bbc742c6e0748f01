# What is wrong with a file: a record of a game, or a variant.

error-file-missing = there is no such file
error-file-is-folder = this is a folder, not a file
error-file-not-readable = the file cannot be read
error-file-exists = the file is there already, and nothing is overwritten
error-file-not-writable = the file cannot be written
error-output-not-writable = the output cannot be written
error-file-too-large = the file is larger than { $limit } bytes
error-not-utf8 = the file is not UTF-8 text (byte { $offset })
error-not-json =
    { $column ->
        [0] this is not JSON
       *[other] this is not JSON (column { $column })
    }
error-not-toml = this is not TOML (column { $column })
error-duplicate-key = the key { $key } stands there twice
error-nested-too-deeply = lists or tables are nested too deeply
error-number-too-long = a number has too many digits

# Any data

error-key-unknown = there is no such key
error-key-missing = this key is missing
error-not-an-object = this must be an object
error-not-a-table = this must be a table of keys and values
error-not-a-list = this must be a list
error-not-text = this must be text
error-not-an-integer = this must be a whole number
error-not-true-or-false = this must be true or false
error-not-one-of = this must be one of: { $choices }
error-out-of-range = this must be from { $low } to { $high }
error-too-many = more than { $limit } entries are too many
error-text-length = this must be text of 1 to { $limit } characters
error-text-unprintable = this text has characters that cannot be shown
error-format-unknown = this format is not known; known is { $known }

# Records

error-variant-unknown = there is no variant of that name, and the record does not bring it along
error-variant-id-differs = this must be the id of the variant in the record, { $id }
error-hash-differs = this is not the hash of the variant
error-seats-not-possible =
    { $reason ->
        [teams] so many seats cannot form two or three equal teams; the nearest that can play are { $nearest }
       *[variant] this game is not for so many seats; the nearest that can play are { $nearest }
    }
error-teams-not-possible = { $seats } seats cannot play this game in so many teams
error-dealer-not-seated = the dealer must be a seat from 1 to { $seats }
error-option-unknown = there is no such option
error-deck-not-of-variant = these are not the { $size } cards of the variant
error-not-one-a-seat = there must be one entry for each of the { $seats } seats
error-card-not-of-variant = there is no such card in the variant

# Variants

error-id-form = an id is made of a to z, 0 to 9 and -, at most 40 of them
error-size-differs = the grid has { $actual }
error-no-line-fits = no line of { $length } spaces fits on the board
error-line-of-corners = the line { $line } is made of free corners only
error-not-a-grid = the grid must be a list of rows of labels, or text with one row a line
error-rows-out-of-range =
    { $count ->
        [one] the grid has one row; it must have { $low } to { $high }
       *[other] the grid has { $count } rows; it must have { $low } to { $high }
    }
error-columns-out-of-range =
    { $count ->
        [one] the row has one space; it must have { $low } to { $high }
       *[other] the row has { $count } spaces; it must have { $low } to { $high }
    }
error-row-uneven = the row has { $count } spaces, but the first row has { $first }
error-shares-whole-line = two sequences must share fewer spaces than the { $length } of a line
error-no-placing-card = no card puts a chip on the board
error-code-form = a card's code is made of A to Z, 0 to 9 and + - * / . ? _, at most 12 of them, with a letter or digit
error-label-without-use = only cards that place have a label
error-label-of-corner = * marks the free corners: no card can name them
error-label-uncovered = no card names the spaces that show { $label }
error-card-without-space = no space shows { $label }
error-not-a-list-of-setups = this must be a list of 1 to { $limit } setups
error-seating = { $seats } seats in { $teams } teams cannot be: teams must be equal, two or three; the nearest numbers of seats are { $nearest }
error-setup-twice = { $seats } seats in { $teams } teams stand there twice
error-deck-too-large = the deck has { $size } cards; { $limit } are the most
error-deck-too-small = the deck has { $size } cards, but { $needed } are to be dealt
error-language-form = a language is a code such as en or pt-BR
error-colour-form = the name of a colour group is made of a to z, 0 to 9 and -
error-not-a-list-of-labels = this must be a list of labels
error-label-not-on-board = no space shows { $label }
error-label-in-two-groups = { $label } is in a colour group already
error-symbol-key = a symbol stands for one character

error-not-hexadecimal = this must be { $digits } hexadecimal digits, 0 to 9 and a to f
error-commitment-none = the record has no commitments, so nobody can tell whether its deck was changed
error-commitment-missing = reshuffle { $number } has no commitment
error-commitment-broken =
    { $number ->
        [0] the deck, or its salt, is not what was committed to before the deal
       *[other] reshuffle { $number }, or its salt, is not what was committed to before it was used
    }
error-record-result = the result of the record is not what comes out
error-bot-unknown = there is no bot { $name }; there are { $known }
