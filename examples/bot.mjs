// A bot for `sarja arena`: takes chips off where it can, else builds in the middle of the board.
//
// Try it: sarja arena casual "cmd:node examples/bot.mjs" --games 10
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

/** How far a space such as `e5` is from the middle of the board. */
function distance(space, board) {
  const column = space.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(space.slice(1)) - 1;
  return Math.hypot(column - (board[0].length - 1) / 2, row - (board.length - 1) / 2);
}

/** What a move is worth: the notation is CARD@SPACE to place, CARDxSPACE to remove. */
function worth(move, board) {
  const removed = /x([a-t][0-9]+)$/.exec(move);
  if (removed) return 100 - distance(removed[1], board);
  const placed = /@([a-t][0-9]+)$/.exec(move);
  return placed ? -distance(placed[1], board) : -50;
}

function choose({ view, legal }) {
  const best = Math.max(...legal.map((move) => worth(move, view.board)));
  return legal.find((move) => worth(move, view.board) === best);
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", name: "middle", author: "Sarja" });
  if (message.type === "move") say({ type: "move", move: choose(message) });
  if (message.type === "quit") break;
}
