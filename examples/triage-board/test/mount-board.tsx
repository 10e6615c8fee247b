import type { Mock, TenantOptions } from '@issue-tracking/mock';
import type { ClientOptions } from '@issue-tracking/sdk';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { TriageBoard } from '../src/board/triage-board.tsx';
import { boardClient } from '../src/client.ts';
import '../src/styles/index.css';

let mounted: { root: Root; element: HTMLElement } | undefined;

/** Shows the board of a fresh project in the page. */
export async function mountBoard(
  mock: Mock,
  tenantOptions: TenantOptions,
  options: Omit<ClientOptions, 'apiKey' | 'accessToken'> = {},
) {
  const tenant = await mock.tenant(tenantOptions);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  mounted = { root, element };
  const client = boardClient({ ...tenant.clientOptions, ...options });
  root.render(<TriageBoard client={client} projectId={tenant.project.id} title="Web shop" />);
  return { client, projectId: tenant.project.id };
}

/** Takes the board away, as a test's end. */
export function unmountBoard(): void {
  mounted?.root.unmount();
  mounted?.element.remove();
  mounted = undefined;
}

/** Fails with every rule of accessibility that the page breaks, and where. */
export async function expectAccessible(): Promise<void> {
  // Users don't read text during a colour transition.
  await Promise.all(document.getAnimations().map((animation) => settled(animation)));
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Skeletons breathe for ever: those are stopped instead. */
function settled(animation: Animation): Promise<unknown> | undefined {
  if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) {
    animation.cancel();
    return undefined;
  }
  return animation.finished.catch(() => undefined);
}
