import { mockFixtures } from '@issue-tracking/mock/playwright';
import { test as base, expect } from '@playwright/test';

const test = base.extend(mockFixtures({ baseUrl: 'https://issues.example.com' }));

const app = `<script type="module">
  const [apiKey, projectId] = location.hash.slice(1).split(',');
  const response = await fetch('https://issues.example.com/api/v1/projects/' + projectId + '/issues', {
    headers: { authorization: 'Bearer ' + apiKey },
  });
  document.body.textContent = response.status + ' ' + (await response.json()).total;
</script>`;

test.beforeEach(({ context }) =>
  context.route('http://app.test/', (route) => route.fulfill({ contentType: 'text/html', body: app })),
);

for (const title of ['Checkout hangs', 'The cart is empty']) {
  test(`each test has its own mock: ${title}`, async ({ page, mock, tenant }) => {
    mock.world.issues.create({ projectId: tenant.project.id, title });
    await page.goto(`http://app.test/#${tenant.apiKey},${tenant.project.id}`);
    await expect(page.locator('body')).toHaveText('200 1');
    expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.list', status: 200 });
    console.log(`SMOKE ok ${title}`);
  });
}

test('a fault drops the connection of a page', async ({ page, mock, clientOptions }) => {
  mock.faults.add({ endpoint: 'issues.list', drop: true });
  const lost = page.waitForEvent('requestfailed');
  await page.goto(`http://app.test/#${clientOptions.apiKey},prj`);
  await lost;
  console.log('SMOKE ok a fault');
});
