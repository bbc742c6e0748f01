// Light or dark: as the system has it, or as the person said here.

import { recall, remember } from "../net/memory";

export type Look = "system" | "light" | "dark";
export const LOOKS: readonly Look[] = ["system", "light", "dark"];

class Appearance {
  look: Look = $state("system");

  constructor() {
    this.choose((recall("look") as Look | null) ?? "system");
  }

  choose(look: Look): void {
    this.look = LOOKS.includes(look) ? look : "system";
    if (this.look === "system") delete document.documentElement.dataset["look"];
    else document.documentElement.dataset["look"] = this.look;
    remember("look", this.look === "system" ? null : this.look);
  }
}

export const appearance = new Appearance();
