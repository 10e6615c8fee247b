import type { Mock, TenantOptions } from '@issue-tracking/mock';
import { createRoot, type Root } from 'react-dom/client';
import { boardClient } from '../src/client.ts';
import { TriageBoard } from '../src/triage-board.tsx';
import '../src/styles.css';

let mounted: { root: Root; element: HTMLElement } | undefined;

/** Shows the board of a fresh project in the page. A failed request is not sent again, so that tests see it. */
export async function mountBoard(mock: Mock, tenantOptions: TenantOptions) {
  const tenant = await mock.tenant(tenantOptions);
  const element = document.body.appendChild(document.createElement('div'));
  mounted = { root: createRoot(element), element };
  const client = boardClient({ ...tenant.clientOptions, retry: false });
  mounted.root.render(<TriageBoard client={client} projectId={tenant.project.id} title="Web shop" />);
  return { client, projectId: tenant.project.id };
}

/** Takes the board away, as a test's end. */
export function unmountBoard(): void {
  mounted?.root.unmount();
  mounted?.element.remove();
  mounted = undefined;
}
