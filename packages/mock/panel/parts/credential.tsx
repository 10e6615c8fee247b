/** @jsxImportSource preact */
import type { Credential } from '../transport/responses.ts';

/** The name of a credential and its masked value. */
export function CredentialName({ credential: { name, value } }: { credential: Pick<Credential, 'name' | 'value'> }) {
  return (
    <>
      <bdi>{name}</bdi> <code class="soft">{value}</code>
    </>
  );
}
