/** @jsxImportSource preact */
/** The page that the mock's server shows under `/__mock/ui/`. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { Shell } from './shell/shell.tsx';
import { TokenPrompt } from './shell/token-prompt.tsx';
import { Panel } from './state/panel.ts';
import { httpTransport } from './transport/http-transport.ts';
import { TokenKeeper } from './transport/token-keeper.ts';

const tokens = new TokenKeeper();
const panel = new Panel(
  httpTransport({
    base: new URL('..', location.href).href,
    token: () => tokens.token,
    askForToken: () => tokens.prompt(),
  }),
  { isServed: true },
);

const readLocation = () => {
  // A link with a token in an open tab: the place stays.
  if (tokens.takeFromAddress()) history.replaceState(null, '', `#/${panel.location.value}`);
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  if (path !== '') panel.go(path, { query });
};
readLocation();
addEventListener('hashchange', readLocation);
let shownPath: string | undefined;
effect(() => {
  const hash = `#/${panel.location.value}`;
  const [path] = hash.split('?');
  // Back leaves a place: neither the address without one, nor each letter of a filter, is a place of its own.
  const isPlace = shownPath !== undefined && shownPath !== path;
  shownPath = path;
  if (location.hash !== hash) history[isPlace ? 'pushState' : 'replaceState'](null, '', hash);
});
addEventListener('popstate', readLocation);

panel.theme.value = storedTheme();
effect(() => localStorage.setItem('issue-tracking-mock.theme', panel.theme.value));

function storedTheme(): 'auto' | 'light' | 'dark' {
  const stored = localStorage.getItem('issue-tracking-mock.theme');
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

const root = document.querySelector('#panel');
if (root) {
  render(
    <>
      <Shell panel={panel} />
      <TokenPrompt tokens={tokens} />
    </>,
    root,
  );
}
