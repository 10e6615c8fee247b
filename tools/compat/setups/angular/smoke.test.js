// Tests of an Angular application: TestBed in jsdom, with both of HttpClient's backends.

import '@angular/compiler';
import { HttpClient, provideHttpClient, withFetch, withXhr } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';
import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { firstValueFrom } from 'rxjs';
import { afterEach, expect, test } from 'vitest';

TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

const mock = createMock();
const { baseUrl, apiKey } = mock.clientOptions;
afterEach(() => {
  mock.reset();
  TestBed.resetTestingModule();
});

/** Changes an issue as a page of another origin does: after a preflight request, with credentials. */
async function write(url, backend) {
  TestBed.configureTestingModule({ providers: [provideHttpClient(backend())] });
  const headers = { authorization: `Bearer ${apiKey}` };
  const address = `${url}/api/v1/projects/prj_web/issues/1`;
  const options = { headers, withCredentials: true };
  const sent = TestBed.inject(HttpClient).patch(address, { status: 'blocked' }, options);
  expect(await firstValueFrom(sent)).toMatchObject({ data: { status: 'blocked' } });
  expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.update', status: 200 });
}

for (const [name, backend] of Object.entries({ fetch: withFetch, XMLHttpRequest: withXhr })) {
  test(`HttpClient over ${name} writes with credentials, through MSW`, async () => {
    const server = setupMock(mock);
    server.listen();
    try {
      await write(baseUrl, backend);
    } finally {
      server.close();
    }
    process.stdout.write(`SMOKE ok ${name}, MSW\n`);
  });

  test(`HttpClient over ${name} writes with credentials, to the mock's server`, async () => {
    const server = await listen(mock);
    try {
      await write(server.url, backend);
    } finally {
      await server.close();
    }
    process.stdout.write(`SMOKE ok ${name}, server\n`);
  });
}
