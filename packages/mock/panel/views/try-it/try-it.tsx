/** @jsxImportSource preact */
import { Method } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useRoving } from '../../parts/use-roving.ts';
import { usePanel } from '../../state/panel.ts';
import { EndpointForm } from './endpoint-form.tsx';

/** A form for each endpoint, made from the OpenAPI document. */
export function TryIt({ path: [name] }: { path: readonly string[] }) {
  const panel = usePanel();
  const roving = useRoving<HTMLElement>();
  const endpoints = panel.endpoints.value;
  const endpoint = endpoints.find((one) => one.name === name) ?? endpoints[0];
  if (!endpoint) return <Empty title="Reading the endpoints…" />;
  return (
    <div class="split try">
      <nav class="pane endpoint-list" aria-label="Endpoints" {...roving}>
        {endpoints.map((one) => (
          <a
            key={one.name}
            href={`#/try-it/${one.name}`}
            aria-current={one === endpoint ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault();
              panel.go(`try-it/${one.name}`);
            }}
          >
            <Method method={one.method} />
            <span>{one.name}</span>
          </a>
        ))}
      </nav>
      <section class="pane" aria-label={endpoint.name}>
        <EndpointForm key={endpoint.name} endpoint={endpoint} />
      </section>
    </div>
  );
}
