// The messages of a table, as the server knows them. Made by tools/protocol_types.py from
// src/sarja/table/messages.py: do not edit by hand; `make generated` tells when it is stale.

export const PROTOCOL = 1;

/** Let spectators in, or send them away; the host, at any time. */
export interface Admit {
  do: "admit";
  spectators: "allowed" | "none";
}

/** Agree to what somebody has asked for; when all who are present have, it is done. */
export interface Agree {
  do: "agree";
}

/** Ask all who are present to pause the game, to go on with it, or to end it. */
export interface Ask {
  do: "ask";
  what: "end" | "pause" | "resume";
}

/** Follow a table, found by its id or its code, as the seat of `token` or as a spectator. */
export interface Attach {
  type: "attach";
  id: string;
  table?: string | null;
  code?: string | null;
  token?: string | null;
  tokens?: string[] | null;
  have?: number | null;
}

/** Follow a lesson as its teacher or as a pupil, or ask whether there is one. By `lesson`. */
export interface AttachLesson {
  type: "attach-lesson";
  id: string;
  code: string;
  token?: string | null;
}

/** Tell whether the person is there, who has turned to something else or has come back. */
export interface Attend {
  type: "attend";
  there: boolean;
}

/** A bot sat down. */
export interface BotSeated {
  type: "BotSeated";
  seat: number;
  bot: string;
}

/** The server is about to close the socket; come back after `seconds` and some. */
export interface Bye {
  type: "bye";
  code: "restarting" | "too-many" | "too-slow";
  seconds: number;
}

/** So many milliseconds of its turn the seat has used so far. */
export interface ClockCharged {
  type: "ClockCharged";
  seat: number;
  charged: number;
}

/** The clock of the turn that is on; milliseconds that are `left` when the message is sent. */
export interface ClockInfo {
  seat: number;
  seconds: number;
  left: number;
  runs: boolean;
}

/** The time of the seat's turn is up; `bot` plays the turn, or nobody does. */
export interface ClockRanOut {
  type: "ClockRanOut";
  seat: number;
  bot: string | null;
}

/** Change what the table plays; only between games. Seats that are gone are vacated. */
export interface Configure {
  do: "configure";
  settings: Settings;
}

/** Show no hand any more where several seats are followed. No answer. */
export interface Cover {
  type: "cover";
  table: string;
}

/** The order of the deck that comes next is settled, and this commits to it. */
export interface DeckCommittedSeen {
  type: "DeckCommitted";
  hash: string;
}

/** Do not agree, or ask no longer: what was asked for is off. */
export interface Decline {
  do: "decline";
}

/** Stop following the table as that seat, or as a spectator. */
export interface Detach {
  type: "detach";
  table: string;
  seat?: number | null;
}

/** Follow the lesson no more. No answer. */
export interface DetachLesson {
  type: "detach-lesson";
  code: string;
}

/** Do something at a table. Answered by `done` or `refused`. */
export interface Do {
  type: "do";
  id: string;
  table: string;
  version: number;
  action: Configure | Sit | Rename | Stand | Swap | Invite | Fill | Vacate | Admit | Start | Play | StandIn | Return | Ask | Agree | Decline | Judge | Say | Screen | Unscreen | Lobby;
  token?: string | null;
}

/** It was done and is stored; `version` is its last event. Sitting down gives a `token`. */
export interface Done {
  type: "done";
  id: string;
  table: string;
  version: number;
  seat?: number | null;
  token?: string | null;
}

/** The lesson is over: its tables, games, names and tokens are cleared away. */
export interface EndLesson {
  lead: "end";
}

/** Put bots on all open seats; the host, between games. */
export interface Fill {
  do: "fill";
}

/** All have agreed to end the game, which nobody wins. */
export interface GameCalledOff {
  type: "GameCalledOff";
}

/** Something happened in the game, as one viewer saw it; spaces by name. */
export interface GameEventSeen {
  type: "GameEvent";
  event: Record<string, unknown>;
}

/** All have agreed: nobody plays until they agree to go on. */
export interface GamePaused {
  type: "GamePaused";
}

/** The game goes on. */
export interface GameResumed {
  type: "GameResumed";
}

/** A game began; the cut, if there was one, is in `cut` (R4). */
export interface GameStarted {
  type: "GameStarted";
  number: number;
  dealer: number;
  cut: ((string | null)[])[];
  wins?: number[];
  played?: number;
  deal?: number;
}

/** The game as one viewer may see it. Spaces by name; seats and teams from 1. */
export interface GameView {
  number: number;
  dealer: number;
  ply: number;
  phase: "choose" | "forfeit" | "over" | "play";
  turn: number | null;
  owed: number[];
  board: string[];
  locked: string[];
  sequences: Record<string, unknown>[];
  discards: string[][];
  hand_sizes: number[];
  deck: number;
  target: number;
  outcome: Record<string, unknown> | null;
  review: string | null;
  log: ([number | null, string])[];
  stood_in: number[];
  notes: ([number, "Drawn" | "DrewNothing" | "Reshuffled" | "TalkDropped", number | null, string | null])[];
  cut: ((string | null)[])[];
  commitments: string[];
  hand: string[];
  dead: string[];
  may: string[];
  hands: string[][];
}

/** Put a bot on a seat that no person has. */
export interface Invite {
  do: "invite";
  seat: number;
  bot: string;
}

/** Be a pupil of the lesson, and sit down at the next free table. Answered by `joined`. */
export interface Join {
  type: "join";
  id: string;
  code: string;
  name: string;
}

/** The pupil is in; the token is good for the lesson, and for a seat at each of its tables. */
export interface Joined {
  type: "joined";
  id: string;
  code: string;
  token: string;
}

/** Agree that there was table talk (R16), or do not; who has called it may take it back. */
export interface Judge {
  do: "judge";
  agree: boolean;
}

/** Do something with the lesson, as its teacher. Answered by `led` or `refused`. */
export interface Lead {
  type: "lead";
  id: string;
  code: string;
  token: string;
  action: StartRound | PauseTables | ResumeTables | Regroup | MovePupil | RemovePupil | EndLesson;
}

/** It was done. */
export interface Led {
  type: "led";
  id: string;
}

/** The secret that `offer-lesson-link` asked for, and for how many seconds it is good. */
export interface LessonLinkOffered {
  type: "lesson-link";
  id: string;
  code: string;
  secret: string;
  seconds: number;
}

/** The lesson is there; who has the token is its teacher. */
export interface LessonOpened {
  type: "lesson-opened";
  id: string;
  code: string;
  token: string;
}

/** A pupil, as the teacher sees them. */
export interface LessonPupil {
  pupil: number;
  name: string;
  table: number;
  here: boolean;
}

/** The lesson as it is now: the answer to `attach-lesson`, and whenever something changes. */
export interface LessonShown {
  type: "lesson";
  view: LessonView;
  id?: string | null;
}

/** A table of a lesson as its teacher sees it: what any spectator sees, and never a hand. */
export interface LessonTable {
  number: number;
  table: string;
  code: string;
  stage: "lobby" | "over" | "playing";
  paused: boolean;
  seats: SeatInfo[];
  turn: number | null;
  moves: number;
  board: string[];
  locked: string[];
  score: number[];
  target: number;
  outcome: Record<string, unknown> | null;
}

/** The lesson as one viewer may see it. */
export interface LessonView {
  code: string;
  role: "guest" | "pupil" | "teacher";
  over: boolean;
  ends_at: number;
  settings: Settings;
  bots: "fill" | "smaller";
  round: number;
  you: OwnPlace | null;
  pupils: LessonPupil[];
  tables: LessonTable[];
}

/** The secret that `offer-link` asked for, and for how many seconds it is good. */
export interface LinkOffered {
  type: "link";
  id: string;
  table: string;
  seat: number;
  secret: string;
  seconds: number;
}

/** After a game go back to choosing seats and settings. */
export interface Lobby {
  do: "lobby";
}

/** The game is cleared away, and seats and settings can be chosen. */
export interface LobbyEntered {
  type: "LobbyEntered";
}

/** A move was made, in notation; what it made happen follows. */
export interface MoveMade {
  type: "MoveMade";
  seat: number | null;
  move: string;
  stand_in?: boolean;
}

/** Seat a pupil at that table, where a seat is free and nobody plays; or at the next one. */
export interface MovePupil {
  lead: "move";
  pupil: number;
  table?: number | null;
}

/** An event and its number; `event` is left out where the viewer may see nothing of it. */
export interface NumberedEvent {
  number: number;
  event?: TableOpened | SettingsChanged | SpectatorsChanged | SeatTakenSeen | SeatRenamed | SeatVacated | SeatsSwapped | BotSeated | StandInSeated | StandInLeft | ScreenAddedSeen | ScreensRemoved | ClockCharged | ClockRanOut | RequestMade | RequestAgreed | RequestDropped | GamePaused | GameResumed | GameCalledOff | TalkCalled | TalkJudged | TalkDropped | Said | GameStarted | DeckCommittedSeen | MoveMade | GameEventSeen | LobbyEntered;
}

/** Ask, as the teacher, for a secret by which another device leads, too: once, for ten minutes. */
export interface OfferLessonLink {
  type: "offer-lesson-link";
  id: string;
  code: string;
  token: string;
}

/** Ask for a secret with which another device can take over the seat, once, for ten minutes. */
export interface OfferLink {
  type: "offer-link";
  id: string;
  table: string;
  token: string;
}

/** Open a table. Answered by `opened`. */
export interface Open {
  type: "open";
  id: string;
  settings: Settings;
}

/** Open a lesson, whose tables play that. Answered by `lesson-opened`. */
export interface OpenLesson {
  type: "open-lesson";
  id: string;
  settings: Settings;
  bots?: "fill" | "smaller";
}

/** The table is there. */
export interface Opened {
  type: "opened";
  id: string;
  table: string;
  code: string;
}

/** Where a pupil sits: the table's number in the lesson, its id and code, and the seat there. */
export interface OwnPlace {
  name: string;
  number: number;
  table: string;
  code: string;
  seat: number;
}

/** Nobody plays at any table, or at that one, until it goes on. */
export interface PauseTables {
  lead: "pause";
  table?: number | null;
}

/** Answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** Make a move, in notation: `KH@e5`, `-`, `2:+`, `!1`. */
export interface Play {
  do: "play";
  move: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

/** Who is connected now and who is away, and the clock; not an event, and not stored. */
export interface Presence {
  type: "presence";
  table: string;
  here: number[];
  away?: number[];
  clock?: ClockInfo | null;
  vote?: VoteInfo | null;
}

/** It was not done. The catalogue has the text `error-CODE`; `rule` is there for the rules. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  params?: Record<string, string | number>;
  rule?: string | null;
}

/** Seat all pupils anew: by chance, or those together who have won. Games that are on end. */
export interface Regroup {
  lead: "regroup";
  how?: "shuffle" | "winners";
}

/** Take a pupil and the name out of the lesson. */
export interface RemovePupil {
  lead: "remove";
  pupil: number;
}

/** Change the name at one's own seat. */
export interface Rename {
  do: "rename";
  name: string;
}

/** Somebody agrees. */
export interface RequestAgreed {
  type: "RequestAgreed";
  seat: number;
}

/** Somebody does not agree, or asks no longer. */
export interface RequestDropped {
  type: "RequestDropped";
  seat: number;
}

/** What is asked of all, by whom, and the seats that have agreed. */
export interface RequestInfo {
  what: "end" | "pause" | "resume";
  seat: number;
  agreed: number[];
}

/** Somebody asks all to pause, to go on, or to end the game. */
export interface RequestMade {
  type: "RequestMade";
  seat: number;
  what: "end" | "pause" | "resume";
}

/** All tables go on, or that one. */
export interface ResumeTables {
  lead: "resume";
  table?: number | null;
}

/** Take one's seat back from the bot that stands in, at once; so does a move of one's own. */
export interface Return {
  do: "return";
}

/** The person at the seat says a set phrase, or makes a sign. */
export interface Said {
  type: "Said";
  seat: number;
  what: "bye" | "cheer" | "good-luck" | "hello" | "hurry" | "laugh" | "one-moment" | "smile" | "sorry" | "tea" | "thanks" | "well-played";
  person?: number;
}

/** Say one of the set phrases, or make a sign, to all at the table. */
export interface Say {
  do: "say";
  what: "bye" | "cheer" | "good-luck" | "hello" | "hurry" | "laugh" | "one-moment" | "smile" | "sorry" | "tea" | "thanks" | "well-played";
}

/** Let this device be a table screen: it shows the public game, and has no seat. */
export interface Screen {
  do: "screen";
}

/** A device is a table screen from now on, as everybody saw it. */
export interface ScreenAddedSeen {
  type: "ScreenAdded";
}

/** There is no table screen any more. */
export interface ScreensRemoved {
  type: "ScreensRemoved";
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  team: number;
  kind: "bot" | "open" | "person";
  name: string;
  bot: string | null;
  here: boolean;
  away?: boolean;
  stand_in?: string | null;
  person?: number | null;
}

/** The person at the seat has another name. */
export interface SeatRenamed {
  type: "SeatRenamed";
  seat: number;
  name: string;
}

/** A person sat down, as everybody saw it. */
export interface SeatTakenSeen {
  type: "SeatTaken";
  seat: number;
  name: string;
}

/** The seat is open. */
export interface SeatVacated {
  type: "SeatVacated";
  seat: number;
}

/** Who sat at one seat sits at the other. */
export interface SeatsSwapped {
  type: "SeatsSwapped";
  first: number;
  second: number;
}

/** The table is not shown to this spectator any more; the catalogue has `error-CODE`. */
export interface SentAway {
  type: "sent-away";
  table: string;
  code: string;
}

/** How a series of games stands, of which a game is on the table or was. */
export interface SeriesInfo {
  games: number;
  played: number;
  wins: number[];
  over: boolean;
  winner: number | null;
  again: boolean;
}

/** What a table plays, and how. */
export interface Settings {
  variant?: string;
  seats?: number;
  teams?: 2 | 3 | null;
  draw?: "auto" | "manual";
  table_talk?: "off" | "penalty";
  help?: "none" | "spaces" | null;
  series?: 1 | 3 | 5;
  duplicate?: boolean;
  spectators?: "allowed" | "none";
  rated?: boolean;
  stand_in?: number | null;
  turn_seconds?: number | null;
  run_out?: "bot" | "wait";
}

/** The table plays something else from now on. */
export interface SettingsChanged {
  type: "SettingsChanged";
  settings: Settings;
}

/** Say whose connection this is: seats taken on it are the account's. Null: nobody's. */
export interface SignIn {
  type: "sign-in";
  id: string;
  session?: string | null;
  device?: string | null;
}

/** The answer to `sign-in`: the name of the account, or null. */
export interface SignedIn {
  type: "signed-in";
  id: string;
  name: string | null;
}

/** Take an open seat, or a bot's; without a number the first open one. */
export interface Sit {
  do: "sit";
  name: string;
  seat?: number | null;
}

/** From now on spectators are let in, or they are not. */
export interface SpectatorsChanged {
  type: "SpectatorsChanged";
  spectators: "allowed" | "none";
}

/** Leave one's seat; between games it is open again, in a game a bot plays on. */
export interface Stand {
  do: "stand";
}

/** Let a bot play for somebody who is away, until they come back; only in a game. */
export interface StandIn {
  do: "stand-in";
  seat: number;
}

/** The person at the seat plays again. */
export interface StandInLeft {
  type: "StandInLeft";
  seat: number;
}

/** A bot plays for the person at the seat from now on. */
export interface StandInSeated {
  type: "StandInSeated";
  seat: number;
  bot: string;
}

/** Deal; open seats are filled with bots. After a game it is the rematch: the deal passes. */
export interface Start {
  do: "start";
  teams?: "kept" | "shuffled";
}

/** Deal at all tables where nobody plays, or at one: the next round. */
export interface StartRound {
  lead: "start";
  table?: number | null;
}

/** Change places with another seat, whoever sits there; only between games. */
export interface Swap {
  do: "swap";
  seat: number;
  other?: number | null;
}

/** A table was opened; `code` is what people type to find it. */
export interface TableOpened {
  type: "TableOpened";
  code: string;
  settings: Settings;
  lesson?: boolean;
}

/** The whole table; the answer to `attach`, or what comes after too much was missed. */
export interface TableShown {
  type: "table";
  view: TableView;
  events?: NumberedEvent[];
  id?: string | null;
}

/** The whole table as one viewer may see it. */
export interface TableView {
  table: string;
  code: string;
  lesson: boolean;
  version: number;
  stage: "lobby" | "over" | "playing";
  settings: Settings;
  variant: string;
  teams: number;
  help: "none" | "spaces";
  draw: "auto" | "manual";
  table_talk: "off" | "penalty";
  seats: SeatInfo[];
  host: number | null;
  screens: number;
  you: number | null;
  yours: (number | null)[];
  clock: ClockInfo | null;
  paused: boolean;
  request: RequestInfo | null;
  vote: VoteInfo | null;
  said: ([number, number, "bye" | "cheer" | "good-luck" | "hello" | "hurry" | "laugh" | "one-moment" | "smile" | "sorry" | "tea" | "thanks" | "well-played"])[];
  series: SeriesInfo | null;
  game: GameView | null;
}

/** Give such a secret, and be the teacher. Answered by `lesson-opened`. */
export interface TakeLessonLink {
  type: "take-lesson-link";
  id: string;
  code: string;
  secret: string;
}

/** Give such a secret, and get a token for its seat. Answered by `done`. */
export interface TakeLink {
  type: "take-link";
  id: string;
  secret: string;
}

/** The seat says that a team has talked at the table; the seats in `asked` judge it (R16). */
export interface TalkCalled {
  type: "TalkCalled";
  seat: number;
  team: number;
  asked: number[];
}

/** Too few agree with the seat that has called it, or are left; or it has taken that back. */
export interface TalkDropped {
  type: "TalkDropped";
  seat: number;
  team: number;
}

/** One of them agrees, or does not. */
export interface TalkJudged {
  type: "TalkJudged";
  seat: number;
  agrees: boolean;
}

/** Show the hand of one of several seats, which must be the one to act. Answered by `table`. */
export interface Uncover {
  type: "uncover";
  id: string;
  table: string;
  token: string;
}

/** Send all table screens away; the host, at any time. */
export interface Unscreen {
  do: "unscreen";
}

/** What happened, in order without gaps, and the table after it. */
export interface Update {
  type: "update";
  events: NumberedEvent[];
  view: TableView;
}

/** Send a bot away, or as host a person; in a game, where a bot plays on, a person only. */
export interface Vacate {
  do: "vacate";
  seat: number;
}

/** Table talk that the `seat` has called of the `team`: who is asked, and who has judged how. */
export interface VoteInfo {
  seat: number;
  team: number;
  asked: number[];
  agreed: number[];
  declined: number[];
  left: number;
  runs: boolean;
}

/** The first message on every socket. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  url?: string;
}

export type ClientMessage =
  | Open
  | Attach
  | Detach
  | Do
  | OfferLink
  | TakeLink
  | Uncover
  | Cover
  | Attend
  | SignIn
  | OpenLesson
  | AttachLesson
  | DetachLesson
  | Join
  | Lead
  | OfferLessonLink
  | TakeLessonLink
  | Ping;

export type ServerMessage =
  | Welcome
  | Opened
  | Done
  | LinkOffered
  | Refused
  | TableShown
  | Update
  | Presence
  | SentAway
  | SignedIn
  | LessonOpened
  | Joined
  | LessonShown
  | Led
  | LessonLinkOffered
  | Pong
  | Bye;
