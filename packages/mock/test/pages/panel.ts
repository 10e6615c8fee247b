import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { startMock } from '@issue-tracking/mock/msw';
import { mountPanel } from '@issue-tracking/mock/panel';
import { IssueTrackingClient } from '@issue-tracking/sdk';

/** A page with a mock, a client and the panel. It collects what its content security policy has blocked. */
const blocked: string[] = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  blocked.push(`${effectiveDirective} ${blockedURI}`);
});
Object.assign(window, { blocked: () => blocked });

const baseUrl = 'https://issues.example.com';
const mock = createMock({ baseUrl, world: demoWorld() });
const output = document.createElement('output');
try {
  await startMock(mock, { quiet: true, onUnhandledFrame: 'bypass' });
  const client = new IssueTrackingClient({ baseUrl, accessToken: 'oat_mara_demo', retry: { limit: 0 } });
  const { total } = await client.issues.list('prj_web', { status: 'open' });
  output.textContent = `${total} issues`;
  mountPanel(mock);
} catch (error) {
  output.textContent = `failed: ${(error as Error).message}`;
}
document.body.append(output);
