/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Method, Status } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import type { Endpoint, JsonSchema } from '../../state/api.ts';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import { useOwners } from '../../state/use-owners.ts';
import type { Credential, Entry, Page, Project } from '../../transport/answers.ts';
import { Exchange } from '../requests/exchange.tsx';
import { Why } from '../requests/why.tsx';
import { requestOf, type Values } from './request-of.ts';

/** What one sends to an endpoint, and what came back. */
export function EndpointForm({ endpoint }: { endpoint: Endpoint }) {
  const panel = usePanel();
  const [values, setValues] = useState<Values>({});
  const [credential, setCredential] = useState<string>();
  const [sent, setSent] = useState<{ id: string; status?: number | null }>();
  const { data: credentials = [] } = useLive<readonly Credential[]>('credentials', 'credentials');
  const { data: projects } = useLive<Page<Project>>('records/projects?limit=1', 'records');
  const { nameOf } = useOwners();
  const firstUsable = credentials.find(({ revoked }) => !revoked)?.id ?? '';
  const chosen = credential ?? firstUsable;
  const defaults: Values = { projectId: projects?.data[0]?.id ?? '', issueNumber: '1' };
  const members = Object.entries(endpoint.body?.properties ?? {});
  const shownValue = (name: string) =>
    values[name] ?? (endpoint.path.includes(`{${name}}`) ? (defaults[name] ?? '') : '');
  const set = (name: string) => (value: string) => setValues((before) => ({ ...before, [name]: value }));

  async function send(event: Event) {
    event.preventDefault();
    const all = Object.fromEntries(
      [...endpoint.parameters.map(({ name }) => name), ...members.map(([name]) => name)].map((name) => [
        name,
        shownValue(name),
      ]),
    );
    const answer = await panel.change(`Sent: ${endpoint.name}`, () =>
      panel.ask<{ id: string | number; status?: number }>('POST', 'requests', {
        ...requestOf(endpoint, all),
        ...(chosen !== 'none' && { credentialId: chosen }),
      }),
    );
    if (answer) setSent({ ...answer, id: String(answer.id) });
  }

  return (
    <>
      <header class="detail-head">
        <h2>
          <Method method={endpoint.method} />
          <span class="path">{endpoint.path}</span>
        </h2>
        <p class="soft">
          {endpoint.summary}. {endpoint.description.replaceAll('`', '')}
        </p>
      </header>
      <form class="form try-form" onSubmit={send}>
        <Field label="Credential">
          <Select
            value={chosen}
            options={[
              ...credentials.map((one) => ({
                value: one.id,
                text: `${one.value} · ${nameOf(one)} · ${one.scopes.join(' ') || 'no scope'}${one.revoked ? ' · revoked' : ''}`,
              })),
              { value: 'none', text: 'None' },
            ]}
            onChange={setCredential}
          />
        </Field>
        {endpoint.parameters.map(({ name, description, required, schema }) => (
          <Field key={name} label={name} {...(description && { hint: description })}>
            <Value schema={schema} value={shownValue(name)} required={required} onChange={set(name)} />
          </Field>
        ))}
        {members.map(([name, schema]) => (
          <Field key={name} label={name} hint={schema.description ?? 'In the body'}>
            <Value
              schema={schema}
              value={shownValue(name)}
              required={endpoint.body?.required?.includes(name)}
              onChange={set(name)}
            />
          </Field>
        ))}
        <div class="form-actions">
          <Button type="submit" look="primary">
            Send
          </Button>
        </div>
      </form>
      {sent && <Sent key={sent.id} id={sent.id} />}
    </>
  );
}

interface ValueProps {
  schema: JsonSchema | undefined;
  value: string;
  required: boolean | undefined;
  onChange: (value: string) => void;
}

/** The control that fits a schema. What is wrong may be sent too: the mock says why it is. */
function Value({ schema, value, required = false, onChange }: ValueProps) {
  if (schema?.enum) {
    const options = schema.enum.map(String).map((one) => ({ value: one, text: one }));
    return (
      <Select
        value={value}
        options={[{ value: '', text: required ? 'Choose…' : 'Leave out' }, ...options]}
        onChange={onChange}
      />
    );
  }
  return (
    <input
      type="text"
      spellcheck={false}
      required={required}
      inputmode={schema?.type === 'integer' ? 'numeric' : 'text'}
      placeholder={schema?.default === undefined ? '' : String(schema.default)}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Sent({ id }: { id: string }) {
  const panel = usePanel();
  const { data: entry } = useLive<Entry>(`requests/${id}`);
  if (!entry) return null;
  return (
    <section class="sent" aria-label="What came back">
      <p class="facts" role="status">
        <Status status={entry.status} />
        {entry.error && <span>{entry.error}</span>}
        <Button look="quiet" onClick={() => panel.go(`requests/${id}`)}>
          Show in Requests
        </Button>
      </p>
      <Why entry={entry} />
      <Exchange entry={entry} />
    </section>
  );
}
