import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { again, fetchWhole } from "./net/again.svelte";
import { client } from "./state/client.svelte";
import { keepFocus } from "./state/focus";
import { loadTexts } from "./texts/texts";

const RELOADED = "sarja.reloaded";

client.start();
void show();

// A part of the page that is gone belongs to an older build; the present one is a reload away. Where
// the server is out of reach a reload would show nothing at all.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 30_000) return;
  const reload = () => {
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  };
  fetchWhole(location.pathname).then(reload, () => undefined);
});

async function show(): Promise<void> {
  await again(loadTexts);
  const target = document.getElementById("app");
  if (!target) return;
  target.textContent = "";
  keepFocus(target);
  mount(App, { target });
}
