// The network between a browser and the server, for scenarios in which it fails.

import net from "node:net";

/** A line to the server that can be cut, frozen and mended. */
export async function layCable(port) {
  let up = true;
  let frozen = false;
  const ends = new Set();
  const line = net.createServer((near) => {
    if (!up) return near.destroy();
    const far = net.connect(Number(port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      ends.add(from);
      from.on("data", (data) => frozen || to.write(data));
      from.on("error", () => undefined);
      from.on("close", () => {
        ends.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise((resolve) => line.listen(0, "127.0.0.1", resolve));
  const drop = () => ends.forEach((end) => end.destroy());
  return {
    address: `http://127.0.0.1:${line.address().port}`,
    cut: () => ((up = false), drop()),
    freeze: () => (frozen = true),
    mend: () => ((up = true), (frozen = false)),
    close: () => (line.close(), drop()),
  };
}
