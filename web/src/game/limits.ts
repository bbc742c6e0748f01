// The settings that are times, in words.

import { t } from "../texts/texts";

/** When a bot stands in for who is gone, in words. */
export function standInText(seconds: number | null | undefined): string {
  if (!seconds) return t("web-stand-in-never");
  return t("web-stand-in-after", { minutes: Math.round(seconds / 6) / 10 });
}

/** How long a turn may take, in words. */
export function turnText(seconds: number | null | undefined): string {
  if (!seconds) return t("web-clock-off");
  if (seconds % 60) return t("web-clock-seconds", { seconds });
  return t("web-clock-minutes", { minutes: seconds / 60 });
}
