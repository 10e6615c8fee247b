/** @jsxImportSource preact */
import { type Panel, usePanel } from '../state/panel.ts';
import type { Credential } from '../transport/responses.ts';
import { CopyButton } from './copy-button.tsx';

/** The name of a credential and its masked value. */
export function CredentialName({ credential: { name, value } }: { credential: Pick<Credential, 'name' | 'value'> }) {
  return (
    <>
      <bdi>{name}</bdi> <code class="soft">{value}</code>
    </>
  );
}

/** Copies the whole key or token. */
export function CopyCredential({ credential: { kind, name } }: { credential: Pick<Credential, 'kind' | 'name'> }) {
  const panel = usePanel();
  const what = kind === 'apiKey' ? 'API key' : 'access token';
  return <CopyButton what={`${what} ${name}`} label="Copy" text={() => reveal(panel, { kind, name })} />;
}

/** Returns the whole key or token. */
export async function reveal(panel: Panel, { kind, name }: Pick<Credential, 'kind' | 'name'>): Promise<string> {
  const collection = kind === 'apiKey' ? 'world.apiKeys' : 'world.accessTokens';
  const { key, token } = await panel.call<{ key?: string; token?: string }>(`${collection}.reveal`, { name });
  return key ?? token ?? '';
}
