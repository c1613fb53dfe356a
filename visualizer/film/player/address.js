// The state of a player in the page's address, so that a link shows the same: page.html#step=2207&pane=tree&unit=steps.
import { make } from "./lane.js";

/** The state that a page's address asks for. What it does not name is null. */
export function stateIn(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, "")), text = asked.get("step"), step = Number(text);
  return { step: text && Number.isFinite(step) && step >= 0 ? step : null, lane: asked.get("lane"), pane: asked.get("pane"), unit: asked.get("unit") };
}

/** Put a state into the page's address. Some browsers refuse this, such as in a frame of a notebook. */
export function remember(hash) {
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    // the page works all the same
  }
}

/** Whether the page is to be small, in a frame of another page: page.html?embed. */
export const isEmbedded = () => new URLSearchParams(location.search).has("embed");

/** Keeps the address of a page up to date while its player is at rest, and copies it. */
export class Address {
  /** ``place``: returns where the player is in a larger page and the step that this alone leads to; null while another player is shown. */
  constructor(player, place = () => ["", null]) {
    Object.assign(this, { player, place, begun: null });
  }

  /** Begin with what is shown now. Until it changes, the address stays as it is. */
  begin() {
    const { element } = this.player;
    this.begun = this.hash;
    element.addEventListener("rest", () => this.keep());
    if (isEmbedded()) element.querySelector(".bar").append(make("a", { class: "full", href: this.link, target: "_blank", rel: "noopener", onclick: ({ target }) => (target.href = this.link) }, "Open in full"));
  }

  get hash() {
    const [place, usual] = this.place() ?? ["", null], { step, ...others } = this.player.state, facts = { ...(step === usual ? {} : { step }), ...others };
    return `#${[place, new URLSearchParams(facts).toString()].filter(Boolean).join("&")}`;
  }

  /** The address of the whole page, even from a small player in a frame. */
  get link() {
    const link = new URL(location.href);
    link.searchParams.delete("embed");
    link.hash = this.hash;
    return link.href;
  }

  keep() {
    if (!this.place() || this.hash === this.begun) return;
    this.begun = null;
    remember(this.hash);
  }

  /** Copy the link to this step or, where no page may copy, show it selected. */
  async copy() {
    const { player, link } = this;
    try {
      await navigator.clipboard.writeText(link);
      player.inform("The link to this step is copied.");
    } catch {
      const text = make("input", { type: "text", readonly: true, value: link, "aria-label": "The link to this step", onblur: () => player.inform(), onkeydown: ({ key }) => key === "Escape" && this.leave() });
      player.inform("Copy this link:", text);
      text.focus();
      text.select();
    }
  }

  /** Put the shown link away. */
  leave() {
    this.player.element.focus({ preventScroll: true });
    this.player.inform();
  }
}
