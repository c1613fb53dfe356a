
/** The player in the output of a notebook's cell, for anywidget. It comes after the player's modules. */
export default {
  async render({ model, el }) {
    el.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab takes the player's keys for its own
    const host = el.appendChild(document.createElement("div")), root = host.attachShadow({ mode: "open" });
    if (document.body.dataset.jpThemeLight) host.dataset.theme = document.body.dataset.jpThemeLight === "true" ? "light" : "dark";
    root.innerHTML = `<style>${model.get("look")}</style>${model.get("place")}`;
    const player = await mount(root.querySelector(".film"), { at: model.get("position") });
    if (!player) return;
    if (player.runs[0].film.questions) {
      ask(player, player.runs[0].film.questions);
      player.element.addEventListener("asked", () => {
        model.set("score", player.asking.kinds);
        model.save_changes();
      });
    }
    const follow = () => player.go(model.get("position"), true);
    model.on("change:position", follow);
    player.element.addEventListener("rest", () => {
      if (model.get("position") === player.position) return;
      model.set("position", player.position);
      model.save_changes();
    });
    return () => {
      model.off("change:position", follow);
      player.pause();
    };
  },
};
