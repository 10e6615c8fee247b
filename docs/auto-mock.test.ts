import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { afterAll, expect, test, vi } from 'vitest';

// Files before this one may have loaded the client, and the next one wants it so again.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('@issue-tracking/sdk');

// Readers search for the error's text.
test.each(['start/test-your-code.md', 'reference/troubleshooting.md'])(
  '%s quotes the error of an automatic mock of the client',
  (page) => {
    const client = new IssueTrackingClient();
    let message = '';
    try {
      void client.issues.get('prj_web', 1);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('undefined');
    expect(readFileSync(join(import.meta.dirname, page), 'utf8')).toContain(`\`${message}\``);
  },
);
