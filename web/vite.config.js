import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` shows the page while a `sarja serve --port 8123` plays the server.
const SERVER = process.env.SARJA_DEV_SERVER ?? "http://127.0.0.1:8123";
const target = { target: SERVER, changeOrigin: true };

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sarja/server/static",
    emptyOutDir: true,
    // Everything is a file of its own: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every page needs is one file: each further one costs its head, and packs less well.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } },
    },
  },
  server: { proxy: { "/ws": { ...target, ws: true }, "/api": target, "/locales": target } },
  // A busy machine takes its time.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
