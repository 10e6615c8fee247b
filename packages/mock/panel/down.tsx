/** @jsxImportSource preact */
import { CopyButton } from './parts/button.tsx';
import { usePanel } from './state/panel.ts';

/** The port that the command takes without a flag. */
const usualPort = '4010';

/** Instead of all views while nothing responds. */
export function Down() {
  const { isServed } = usePanel();
  const { hostname, port } = location;
  const command = `npx issue-tracking-mock${isServed && port !== usualPort ? ` --port ${port}` : ''}`;
  return (
    <main class="down" aria-label="No connection">
      <div class="stack" role="alert">
        <h2 class="sentence">The mock{isServed ? ` at ${hostname}:${port}` : ''} does not respond</h2>
        <p>The panel tries again every second, and shows the mock’s state as soon as it is there. Start it with:</p>
        <div class="command bar">
          <code class="grow">{command}</code>
          <CopyButton what="the command" text={() => command} />
        </div>
        <p class="soft">
          States that were saved in the mock end with its process. A downloaded state can be opened again.
        </p>
      </div>
    </main>
  );
}
