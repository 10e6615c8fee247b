import { IssueTrackingClient } from '@issue-tracking/sdk';
import { HttpResponse, http } from 'msw';
import { createElement, useEffect, useState } from 'react';

/** Keeps its first client, as components of applications do. */
function Issues({ issueTracking: { clientOptions, projectId } }) {
  const [client] = useState(() => new IssueTrackingClient({ ...clientOptions, retry: false }));
  const [found, setFound] = useState('Loading');
  const [other, setOther] = useState('');
  useEffect(() => {
    client.issues.list(projectId).then(
      ({ total }) => setFound(`${total} issues`),
      (error) => setFound(`${error.name} ${error.status ?? ''}`),
    );
    fetch('/other').then(async (response) => setOther(response.ok ? await response.text() : 'nobody'));
  }, [client, projectId]);
  return createElement('div', null, createElement('output', null, found), createElement('em', null, other));
}

export default {
  title: 'Issues',
  render: (_args, { loaded }) => createElement(Issues, loaded),
  // The page's own origin, so that the server sees requests that bypass the mock.
  parameters: { issueTracking: { issues: 3, baseUrl: globalThis.location?.origin } },
};

export const List = {};

export const Two = { parameters: { issueTracking: { issues: 2 } } };

/** Uses a handler of msw-storybook-addon beside the mock. */
export const WithHandler = {
  beforeEach({ msw }) {
    msw.use(http.get('/other', () => HttpResponse.text('the other addon')));
  },
};
