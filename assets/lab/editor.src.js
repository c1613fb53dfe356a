// The editor of the lab: Python in CodeMirror. "npm ci && npm run build" in this folder makes editor.js from it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const lit = StateEffect.define(); // a line's number and its class, or null
const lines = StateField.define({
  create: () => Decoration.none,
  update(shown, change) {
    const effect = change.effects.findLast((one) => one.is(lit));
    if (!effect) return shown.map(change.changes);
    if (!effect.value || effect.value.line > change.state.doc.lines) return Decoration.none;
    const { line, kind } = effect.value;
    return Decoration.set([Decoration.line({ class: kind }).range(change.state.doc.line(line).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// The colours are those of the code beside the board, which the page defines.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: "keyword" },
  { tag: [tags.string, tags.special(tags.string)], class: "string" },
  { tag: tags.comment, class: "comment" },
  { tag: [tags.number, tags.bool, tags.null], class: "number" },
]);

/** Put an editor into an element. ``run`` is called by Ctrl+Enter, ``changed`` with each new text. */
export function edit(parent, text, { run, changed, label }) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
        indentUnit.of("    "), python(), syntaxHighlighting(colours), lines,
        keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
        EditorView.cspNonce.of("editor"), // the page's policy allows only the styles that carry it
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    /** Light a line, counted from 1; 0 for none. */
    light(line, kind) {
      const effects = [lit.of(line ? { line, kind } : null)];
      if (line && line <= view.state.doc.lines) effects.push(EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest" }));
      view.dispatch({ effects });
    },
    focus: () => view.focus(),
  };
}
