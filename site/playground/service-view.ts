import type { CoreMock } from '@issue-tracking/mock/core';

/** Shows what a mock was asked, its clock and its faults. */
export async function showService(mock: CoreMock, place: HTMLElement): Promise<void> {
  const requests = mock.requests.find({});
  const clock = document.createElement('p');
  clock.append('Clock ', text('code', new Date(mock.clock.now()).toISOString()));
  const advance = text('button', '+ 1 minute');
  advance.addEventListener('click', async () => {
    await mock.clock.advance(60_000);
    place.replaceChildren();
    await showService(mock, place);
  });
  if ('advance' in mock.clock) clock.append(' ', advance);
  const unused = mock.faults.unused().length;
  const faults = text('p', unused > 0 ? `${unused} faults wait for a request` : 'No fault waits');
  const journal = document.createElement('ol');
  for (const { method, path, status } of requests.slice(-50)) {
    const item = document.createElement('li');
    item.append(
      text('b', method),
      ' ',
      text('code', path),
      ' ',
      text('span', String(status ?? 'lost'), status && status < 400 ? 'ok' : 'failed'),
    );
    journal.append(item);
  }
  place.append(text('h2', `Requests (${requests.length})`), journal, clock, faults);
}

function text(tag: string, content: string, className = ''): HTMLElement {
  const node = document.createElement(tag);
  node.textContent = content;
  if (className) node.className = className;
  return node;
}
