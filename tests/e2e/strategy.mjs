// A plain way to play, so that games of these tests come to an end. It reads the page, not the wire.

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** Moves worth trying, the best first: each a card and a space. */
export function rankMoves(variant, board, hand, team) {
  const moves = [];
  for (const card of new Set(hand)) {
    const { effect, label } = variant.cards[card];
    for (const space of board.values()) {
      if (space.corner) continue;
      if (effect === "place" && (space.label !== label || space.team)) continue;
      if (effect === "wild" && space.team) continue;
      if (effect === "remove" && (!space.team || space.team === team || space.locked)) continue;
      const gain = worth(variant, board, space, team, effect === "remove");
      moves.push({ card, space: space.name, score: gain - (effect === "place" ? 0 : 150) });
    }
  }
  return moves.sort((one, other) => other.score - one.score);
}

function worth(variant, board, space, team, removing) {
  let sum = Math.random();
  for (const [down, right] of DIRECTIONS) {
    for (let start = 1 - variant.line_length; start <= 0; start++) {
      const line = Array.from({ length: variant.line_length }, (_, step) => {
        const row = space.row + down * (start + step);
        return board.get(nameOf(row, space.column + right * (start + step)));
      });
      if (line.some((one) => !one)) continue;
      const teams = line.filter((one) => one !== space && one.team).map((one) => one.team);
      const corners = line.filter((one) => one.corner).length;
      const own = teams.filter((one) => one === team).length;
      const theirs = teams.length - own;
      if (!removing && theirs === 0) sum += (own + corners + 1) ** 4;
      if (own === 0) sum += (theirs + corners + 1) ** 3;
    }
  }
  return sum;
}

export function nameOf(row, column) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** The board as the page shows it: chips by space, with what the variant prints there. */
export async function readBoard(page, variant) {
  const chips = await page.$$eval("[data-space]", (spaces) =>
    spaces.map((space) => [
      space.dataset.space,
      Number(space.dataset.team ?? 0),
      "locked" in space.dataset,
    ]),
  );
  const board = new Map();
  for (const [name, team, locked] of chips) {
    const column = name.charCodeAt(0) - 97;
    const row = Number(name.slice(1)) - 1;
    const label = variant.grid[row][column];
    board.set(name, { name, row, column, label, corner: label === "*", team, locked });
  }
  return board;
}
