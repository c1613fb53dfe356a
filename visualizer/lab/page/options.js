// The options of an algorithm: a field for each, and the texts like "name=value" by which an address gives them.
import { make } from "./player.js";

/** The fields of an algorithm's options, set to what texts say. ``changed`` is called with the texts for the new values. */
export function optionFields({ title, options }, texts, changed) {
  const given = new Map(texts.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]));
  const fields = options.map((option) => [option, field(option, given.get(option.name) ?? String(option.default))]);
  const read = () => fields.filter(([option, its]) => valueOf(its) !== String(option.default)).map(([{ name }, its]) => `${name}=${valueOf(its)}`);
  for (const [, its] of fields) its.onchange = () => changed(read());
  return make("fieldset", {}, make("legend", {}, title), ...fields.map(([{ name, description }, its]) => make("label", { title: description }, `${name.replaceAll("_", " ")} `, its)));
}

function field({ default: usual, choices }, value) {
  if (typeof usual === "boolean") return make("input", { type: "checkbox", checked: value === "true" });
  if (!choices.length) return make("input", { type: typeof usual === "number" ? "number" : "text", step: "any", value });
  const its = make("select", {}, ...choices.map((choice) => make("option", {}, choice)));
  its.value = value;
  return its;
}

const valueOf = (its) => (its.type === "checkbox" ? String(its.checked) : its.value);
