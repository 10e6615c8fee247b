import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { expect, test } from 'vitest';

const path = '/api/v1/projects';
const headers = { authorization: 'Bearer svc_mock' };

// MSW sends the head with the first byte.
test.each([1, 20])(
  'a response truncated after %i bytes has its status, by mock.fetch, over HTTP and through MSW',
  async (truncate) => {
    const mock = createMock();
    const server = setupMock(mock);
    const served = await listen(mock);
    const seen: unknown[] = [];
    const look = async (response: Response) => {
      seen.push([
        response.status,
        await response.text().then(
          () => 'whole',
          () => 'cut',
        ),
      ]);
    };
    mock.faults.add({ truncate, times: null });
    await look(await mock.fetch(mock.baseUrl + path, { headers }));
    await look(await fetch(served.url + path, { headers }));
    server.listen();
    try {
      await look(await fetch(mock.baseUrl + path, { headers }));
    } finally {
      server.close();
      await served.close();
    }
    expect(seen).toEqual([
      [200, 'cut'],
      [200, 'cut'],
      [200, 'cut'],
    ]);
  },
);
