// Plays one game of Classic for two at a Sarja server, over a stream and POST: no WebSocket, no packages.
//
//   node player.mjs                            opens a table at http://127.0.0.1:8765 and plays a bot
//   node player.mjs http://HOST:PORT           the same elsewhere
//   node player.mjs http://HOST:PORT CODE      joins the table with that code
//   node player.mjs http://HOST:PORT wait      opens a table, prints its code, waits for somebody to join
//
// Node 20 or later. Exits 0 when the game is over, 1 when the server refuses for good.

import { randomBytes } from 'node:crypto'

const server = (process.argv[2] ?? 'http://127.0.0.1:8765').replace(/\/+$/, '')
const wait = process.argv[3] === 'wait'
const code = wait ? undefined : process.argv[3]
const name = `Stranger ${randomBytes(2).toString('hex')}`

let cards = null      // what the cards of the game do
let table = null      // the table's id
let token = null      // our seat
let view = null       // the last view
let printed = 0       // the last event that was printed
let pending = null    // the one message that has no answer yet: it is sent again after a reconnect
let attaching = null  // the id of the last attach
let awaited = 0       // the version that must have been seen before the next action
let playing = false   // our game has begun
let faults = 0        // how often the server has answered with a fault of its own
let link = null       // the connection: the only thing here that does not outlive it

const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000))
const newId = () => randomBytes(16).toString('hex')
const log = console.log
const stop = (text, exitCode = 1) => { log(text); process.exit(exitCode) }

// ---- The connection: a POST whose answer goes on, and a POST for each message.

const forGood = (status) => status >= 400 && status < 500 && ![403, 408, 429].includes(status)

async function connection() {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${randomBytes(20).toString('hex')}` }
  const me = link = { abort, headers, queue: Promise.resolve(), retryAfter: null, worked: false }
  const watch = setTimeout(() => abort.abort(new Error('nothing heard for 40 seconds')), 40_000)
  try {
    cards ??= (await (await fetch(`${server}/api/variants/classic`, { signal: abort.signal })).json()).cards
    const answer = await fetch(`${server}/stream`, { method: 'POST', headers, signal: abort.signal })
    if (!answer.ok) {
      const text = `the server answers ${answer.status}: ${await answer.text()}`
      if (forGood(answer.status)) stop(text)
      throw new Error(text)
    }
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of answer.body) {
      watch.refresh()
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()
      for (const line of lines) if (line.startsWith('data: ')) hear(JSON.parse(line.slice(6)))
    }
    log('connection: the server ended the stream')
  } catch (error) {
    log('connection:', error.cause?.message ?? error.message)
  }
  clearTimeout(watch)
  abort.abort()
  return me
}

function send(message, me = link) { me.queue = me.queue.then(() => post(me, message)) }    // one after the other

async function post(me, message) {
  for (let failures = 0; !me.abort.signal.aborted; await sleep(1)) {
    try {
      const signal = AbortSignal.any([me.abort.signal, AbortSignal.timeout(15_000)])
      const request = { method: 'POST', headers: me.headers, body: JSON.stringify(message), signal }
      const answer = await fetch(`${server}/stream/send`, request)
      if (answer.status === 204) return
      if (answer.status === 404) return me.abort.abort(new Error('the server does not know the stream'))
      if (forGood(answer.status)) stop(`the server answers ${answer.status}: ${await answer.text()}`)
    } catch (error) {
      if (++failures >= 3) me.abort.abort(error)
    }
  }
}

// ---- Messages.

function ask(message) { send(pending = { ...message, id: newId() }) }
const act = (action) => ask({ type: 'do', table, version: view.version, action, ...(token && { token }) })

function attach() {
  send({ type: 'attach', id: attaching = newId(), ...(table ? { table } : { code }), ...(token && { token }),
    ...(view && { have: Math.max(view.version, awaited) }) })
}

function hear(message) {
  switch (message.type) {
    case 'welcome':
      if (message.protocol !== 1) stop(`protocol ${message.protocol} is unknown here`)
      log('connection: open,', message.server)
      if (table || code) attach()
      if (pending) send(pending)                              // unchanged, under the same id
      else if (!table && !code) ask({ type: 'open', settings: { variant: 'classic', seats: 2 } })
      break
    case 'opened':
      if (message.id !== pending?.id) break
      pending = null
      table = message.table
      log(`table ${message.code} is open`)
      attach()
      break
    case 'done':
      if (message.id !== pending?.id) break                   // the second answer to what was sent twice
      pending = null
      awaited = message.version
      if (!message.token) { decide(); break }
      token = message.token                                   // from now on as the seat, no more as a spectator
      send({ type: 'detach', table, seat: null })
      attach()
      break
    case 'table':
    case 'update':
      see(message)
      break
    case 'presence':                                          // who has gone is told by this, not by an update
      for (const seat of view?.seats ?? []) seat.away = message.away.includes(seat.seat)
      if (view?.stage === 'playing') decide()
      break
    case 'refused':
      refused(message)
      break
    case 'bye':
      log('connection: bye,', message.code)
      link.retryAfter = message.seconds
      break
    case 'sent-away':
      stop(`sent away: ${message.code}`)
  }
}

const again = /^(too-busy|storage-.*|internal|too-many-(changes|tables|requests))$/
const rethink = /^(stale|game-on|no-game-on|game-paused|vote-open|person-there|bot-plays-already|seat-taken|seat-in-game)$/

async function refused({ id, code: why, params }) {
  const sent = pending
  const ours = id !== null && id === sent?.id
  if (id !== null && !ours && id !== attaching) return        // the second answer to what was sent twice
  if (!again.test(why) && !(ours && rethink.test(why))) stop(`refused for good: ${why} ${JSON.stringify(params)}`)
  log(`refused for now: ${ours ? sent.action?.do ?? sent.type : 'attach'}, ${why}`)
  if (why === 'internal' && ++faults === 10) stop('the server has a fault that does not pass: see its log')
  if (again.test(why)) {
    await sleep(2)
    if (!ours) attach()
    else if (pending === sent) send(sent)
  } else {
    pending = null
    if (view.version > sent.version) decide()                 // else something will arrive
  }
}

function see({ view: seen, events }) {
  if (token && seen.you === null) return                      // a late one for the spectator that we were
  table = seen.table
  view = seen
  link.worked = true
  for (const { number, event } of events) if (number > printed && event) tell(event.event ?? event)
  printed = Math.max(printed, view.version)
  decide()
}

// ---- What to do next: looks at the view only, whatever has happened before.

function decide() {
  if (pending || view.version < awaited) return
  const { stage, seats, you, game } = view
  if (stage === 'playing') {
    if (!token) return                                        // others play: wait for the end of their game
    playing = true
    const may = view.paused || view.vote ? [] : game.may.filter((move) => !move.startsWith('!'))
    if (may.length) return act({ do: 'play', move: best(may) })
    const gone = !view.paused && seats.find(({ seat, away, stand_in }) => seat === game.turn && away && !stand_in)
    if (gone) act({ do: 'stand-in', seat: gone.seat })        // a bot is to play for who has left
  } else if (stage === 'over' && playing) {
    finish(game.outcome)
  } else if (!token) {
    act({ do: 'sit', name })
  } else if (you) {
    const open = seats.find((seat) => seat.kind === 'open')
    if (!open) act({ do: 'start' })
    else if (code || wait) log(`waiting for somebody to join at ${view.code}`)
    else act({ do: 'invite', seat: open.seat, bot: 'casual' })
  }
}

function finish({ winner, reason, sequences }) {
  const who = view.seats.filter((seat) => seat.team === winner).map(({ seat }) => called(seat)).join(' and ') || 'nobody'
  stop(`over (${reason}, sequences ${sequences.join(':')}): ${who} won${winner === mine() ? ', that is us' : ''}`, 0)
}

// The worth of a move: of all lines of five through its space that one team alone can still fill, the fuller
// the better, ours to build and theirs to block. Wild and removing cards are kept for what is worth it.
const mine = () => view.seats[view.you - 1].team
const worth = { own: [1, 4, 16, 64, 1000], theirs: [0, 2, 9, 50, 600] }

function best(may) {
  const now = may.find((move) => /^\d+:|#$/.test(move))       // a draw, a card to give up, a dead card
  return now ?? may.map((move) => [value(move), move]).sort((a, b) => b[0] - a[0])[0][1]
}

function value(move) {
  const [, card, sign, column, row] = move.match(/^(.+)([@x])([a-z])(\d+)$/) ?? []
  if (!sign) return 0                                         // a pass, or one of several lines: any
  const { board, locked } = view.game
  const y = row - 1, x = column.charCodeAt(0) - 97
  let sum = sign === 'x' ? -30 : cards[card]?.effect === 'wild' ? -60 : 0
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    for (let first = -4; first <= 0; first++) {
      const others = [0, 1, 2, 3, 4].map((i) => i + first).filter((i) => i).map((i) => [y + i * dy, x + i * dx])
      const chips = others.map(([r, c]) => board[r]?.[c])
      if (chips.includes(undefined) || others.filter(([r, c]) => locked[r][c] === '#').length > 1) continue
      const free = chips.filter((chip) => chip === '*').length
      const own = chips.filter((chip) => chip === String(mine())).length
      const theirs = chips.filter((chip) => /\d/.test(chip)).length - own
      if (!theirs && sign === '@') sum += worth.own[own + free]
      if (!own && theirs) sum += worth.theirs[theirs + free]
    }
  }
  return sum
}

// ---- What is printed.

const called = (seat) => view.seats[seat - 1]?.name || view.seats[seat - 1]?.bot || `seat ${seat}`

function tell({ type, seat, ...rest }) {
  const details = Object.entries(rest).filter(([, value]) => value !== null && value !== false)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')
  log([type, seat ? `(${seat}: ${called(seat)})` : '', details].filter(Boolean).join(' '))
}

// ---- Comes back for as long as it is not told to stop.

for (let pause = 0.5; ; pause = Math.min(pause * 2, 15)) {
  const { worked, retryAfter } = await connection()
  if (worked) pause = 0.5
  await sleep(retryAfter === null ? pause : retryAfter + Math.random())
}
