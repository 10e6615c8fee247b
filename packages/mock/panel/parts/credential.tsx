/** @jsxImportSource preact */
import { usePanel } from '../state/panel.ts';
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
  const [collection, what] = kind === 'apiKey' ? ['world.apiKeys', 'API key'] : ['world.accessTokens', 'access token'];
  async function reveal(): Promise<string> {
    const { key, token } = await panel.call<{ key?: string; token?: string }>(`${collection}.reveal`, { name });
    return key ?? token ?? '';
  }
  return <CopyButton what={`${what} ${name}`} label="Copy" text={reveal} />;
}
