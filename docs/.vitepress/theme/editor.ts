import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

export interface Editor {
  readonly text: string;
  /** Replaces the whole text. Undo brings it back. */
  open(text: string): void;
  /** Marks a line, from 1, until the text changes; `undefined` marks none. */
  mark(line: number | undefined): void;
  destroy(): void;
}

/** Creates a TypeScript editor in `parent`. Ctrl-Enter runs the code. Escape, then Tab moves the focus out of the editor. */
export function createEditor(parent: Element, { label, run }: { label: string; run(): void }): Editor {
  const extensions = [
    lineNumbers(),
    history(),
    bracketMatching(),
    indentOnInput(),
    EditorView.lineWrapping,
    javascript({ typescript: true }),
    syntaxHighlighting(classHighlighter),
    markedLine,
    keymap.of([
      {
        key: 'Mod-Enter',
        run() {
          run();
          return true;
        },
      },
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  return {
    get text() {
      return view.state.doc.toString();
    },
    open(text) {
      if (view.state.doc.length === 0) view.setState(EditorState.create({ doc: text, extensions }));
      else view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark: (line) => view.dispatch({ effects: mark.of(line) }),
    destroy: () => view.destroy(),
  };
}

const mark = StateEffect.define<number | undefined>();

const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marked, { effects, docChanged, state: { doc } }) {
    for (const effect of effects) {
      if (!effect.is(mark)) continue;
      if (effect.value === undefined || effect.value > doc.lines) return Decoration.none;
      return Decoration.set(Decoration.line({ class: 'failed' }).range(doc.line(effect.value).from));
    }
    return docChanged ? Decoration.none : marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});
