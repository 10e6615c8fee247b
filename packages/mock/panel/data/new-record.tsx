/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { usePanel } from '../state/panel.ts';
import { type Kind, owned, placeIn } from './kinds.ts';

/** Creates a record with the mock's defaults, and opens it. */
export function NewRecord({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const { owner: ownerKind } = kind;

  async function ownerMembers(): Promise<object> {
    if (ownerKind === undefined) return {};
    const where = ownerKind === 'projects' && project ? { id: project } : {};
    const [owner] = (await panel.call(`world.${ownerKind}.find`, { where, take: 1 })).data;
    if (!owner) throw new Error(`There are no ${ownerKind} yet that it could belong to`);
    return Object.fromEntries(
      Object.entries(owned[ownerKind] ?? {}).map(([member, source]) => [member, owner[source]]),
    );
  }

  async function create() {
    const members = await panel.attempt(ownerMembers);
    // A comment without content is none.
    const content = kind.kind === 'comments' && { content: 'A comment' };
    const record = members && (await panel.change(`world.${kind.kind}.create`, { ...members, ...content }));
    if (record) panel.open(placeIn(kind, record), panel.query);
  }

  return (
    <Button icon="plus" onClick={create}>
      New <span class="wide">{kind.one}</span>
    </Button>
  );
}
