/** @jsxImportSource preact */
import type { Credential } from '../transport/answers.ts';

/** A credential as people tell it from others: by its name, and what may be seen of it. */
export function CredentialName({ credential: { name, value } }: { credential: Pick<Credential, 'name' | 'value'> }) {
  return (
    <>
      <bdi>{name}</bdi> <code class="soft">{value}</code>
    </>
  );
}
