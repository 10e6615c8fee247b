/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { revealed } from '../state/credentials.ts';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** The way to a first request: the panel sends one, or an application does with a key and a few lines. */
export function FirstRequest({ baseUrl, name }: { baseUrl: string; name: string | undefined }) {
  const panel = usePanel();
  const credential = useLive('limits')?.credentials.find((each) => each.name === name);
  if (!credential) return null;
  const codeWith = (apiKey: string) => `import { IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
});
const { data } = await client.projects.list();`;

  async function send() {
    const sent = await panel.change('requests.send', { path: '/api/v1/projects', credential: name });
    if (sent) panel.openSent(sent);
  }

  return (
    <section class="stack" aria-label="First request">
      <h2 class="sentence">No requests yet</h2>
      <div class="line">
        <Button look="primary" onClick={send}>
          Send a first request
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            panel.copy('the client code', revealed(panel, credential.kind, credential.name).then(codeWith))
          }
        >
          Copy client code
        </Button>
      </div>
      <pre class="json">{codeWith(credential.value)}</pre>
    </section>
  );
}
