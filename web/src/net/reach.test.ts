import { expect, test } from "vitest";
import { onlyHere } from "./reach";

test("an address of this machine alone is told from one that others reach", () => {
  for (const host of ["127.0.0.1:7474", "127.1.2.3", "localhost:7474", "sarja.localhost", "[::1]:7474"]) {
    expect(onlyHere(`http://${host}/t/SAUNA`), host).toBe(true);
  }
  for (const host of ["192.168.1.5:7474", "localhost.example.org", "127.example.org", "[fe80::1]"]) {
    expect(onlyHere(`http://${host}/t/SAUNA`), host).toBe(false);
  }
});
