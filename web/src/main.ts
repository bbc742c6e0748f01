import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { client } from "./state/client.svelte";
import { loadTexts } from "./texts/texts";

const RETRY = 2_000;
const RELOADED = "sarja.reloaded";

client.start();
void show();

// A part of the page that is gone belongs to an older build; the present one is a reload away.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

async function show(): Promise<void> {
  try {
    await loadTexts();
  } catch {
    // The server went away while the page was loading: without words there is nothing to show.
    setTimeout(() => void show(), RETRY);
    return;
  }
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}
