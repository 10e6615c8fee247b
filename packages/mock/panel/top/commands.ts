import type { Change, Endpoint } from '../../src/control/types.ts';
import { copiesFor, copyRequest } from '../request/menus.tsx';
import type { Panel } from '../state/panel.ts';
import { scenarios } from './scenario-texts.ts';
import { saveState } from './states.tsx';
import { views } from './top-bar.tsx';

/** A line of the palette. */
export interface Command {
  readonly text: string;
  readonly hint?: string;
  readonly run: () => unknown;
}

interface Context {
  readonly panel: Panel;
  readonly endpoints: readonly Endpoint[];
  /** The last change that can be undone. */
  readonly last: Change | undefined;
}

/** Returns the commands that a text means, and those whose words it has. */
export function commandsFor(context: Context, text: string): Command[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const [verb = '', ...rest] = words;
  return [
    ...advances(context, typed),
    ...(verb !== '' && 'fail'.startsWith(verb) ? failures(context, rest) : []),
    ...(verb === 'save' && rest.length > 0 ? [save(context, text.trim().slice(5))] : []),
    ...always(context).filter((each) => words.every((word) => each.text.toLowerCase().includes(word))),
  ];
}

const units: Readonly<Record<string, readonly [ms: number, text: string]>> = {
  s: [1000, 's'],
  m: [60_000, 'min'],
  h: [3_600_000, 'h'],
  d: [86_400_000, 'days'],
  w: [604_800_000, 'weeks'],
};

function advances({ panel }: Context, typed: string): Command[] {
  const isBegun = typed !== '' && ['advance', 'clock'].some((name) => name.startsWith(typed));
  const given = isBegun ? 'advance 15 m' : typed;
  const [, amount, letter = 'm'] = /^(?:advance|\+)\s*(\d+(?:\.\d+)?)\s*([smhdw])?/.exec(given) ?? [];
  const [ms, unit] = units[letter] ?? [0, ''];
  if (amount === undefined) return [];
  return [
    {
      text: `Advance the clock by ${amount} ${unit}`,
      run: () => panel.change('clock.advance', { ms: Number(amount) * ms }),
    },
  ];
}

function failures({ panel, endpoints }: Context, rest: readonly string[]): Command[] {
  const status = Number(rest.find((word) => /^[2-5]\d\d$/.test(word)) ?? 503);
  const isAlways = rest.includes('always');
  const times = isAlways ? null : Number(rest.find((word) => /^\d{1,2}$/.test(word)) ?? 1);
  const wanted = rest.find((word) => /[a-z]/.test(word) && word !== 'always') ?? '';
  return endpoints
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name }) => ({
      text: `Fail ${name}`,
      hint: `${status}, ${isAlways ? 'always' : times === 1 ? 'once' : `${times} times`}`,
      run: () => panel.change('faults.add', { endpoint: name, status, times }),
    }));
}

function save({ panel }: Context, name: string): Command {
  return { text: `Save this state as “${name}”`, run: () => saveState(panel, name) };
}

function always({ panel, last }: Context): Command[] {
  const entries = panel.requests.entries.value;
  const entry = entries.find(({ number }) => panel.path.join('/') === `requests/${number}`) ?? entries[0];
  return [
    ...(entry
      ? copiesFor(panel).map((each) => ({
          text: `Copy ${each.name}`,
          hint: `request ${entry.number}`,
          run: () => copyRequest(panel, entry.number, each),
        }))
      : []),
    ...(last ? [{ text: `Undo: ${last.words}`, run: () => panel.undo(String(last.id), last.words) }] : []),
    ...(panel.isEmbedded ? [] : scenarios).map(([scenario, name]) => ({
      text: `Scenario: ${name}`,
      run: () => panel.change('settings.change', { scenario }),
    })),
    { text: 'Rate limit off', run: () => panel.change('settings.change', { rateLimit: false }) },
    { text: 'Reset to the initial state', run: () => panel.change('reset') },
    ...views.map(([view, name]) => ({
      text: `Go to ${name.toLowerCase()}`,
      run: () => panel.reopen(view),
    })),
  ];
}
