import { useEffect, useReducer } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control/types.ts';
import type { Described } from '../transport/responses.ts';
import { type Call, type Panel, usePanel } from './panel.ts';

/**
 * Calls a method now, and after each change of what it reads, as its description says; `null` calls nothing.
 *
 * @returns the last known result.
 */
export function useLive<Result>(call: Call | null): Result | undefined {
  const panel = usePanel();
  const key = call && JSON.stringify(call);
  const [, show] = useReducer((shown: number) => shown + 1, 0);

  useEffect(() => {
    if (key === null) return;
    // The key is the text of a call.
    const called = JSON.parse(key) as Call;
    let isCurrent = true;
    let isCalling = false;
    let isStale = false;
    async function update() {
      // A change during a call causes one more call.
      isStale = true;
      if (isCalling) return;
      isCalling = true;
      while (isStale && isCurrent) {
        isStale = false;
        try {
          panel.known.set(String(key), await panel.call(...called));
        } catch (error) {
          if (isCurrent && !panel.isLost.value) panel.fail(error);
        }
        if (isCurrent) show(undefined);
      }
      isCalling = false;
    }
    const stop = panel.onChange((topic) => {
      if (topic === 'all' || reads(panel, called[0], topic)) void update();
    });
    void update();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [panel, key]);

  return key === null ? undefined : (panel.known.get(key) as Result | undefined);
}

const describe = JSON.stringify(['describe'] satisfies Call);

/** Whether a method's result may change with a part of the state. Before the methods are known, it may with each. */
function reads(panel: Panel, method: string, topic: ChangeTopic): boolean {
  const described = panel.known.get(describe) as Described | undefined;
  return described?.methods.find(({ name }) => name === method)?.reads.includes(topic) ?? true;
}

/** Returns all methods of the control API, with the schemas of their inputs and of records. */
export const useDescribed = (): Described | undefined => useLive(['describe']);
