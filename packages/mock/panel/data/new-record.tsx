/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { usePanel } from '../state/panel.ts';
import type { Found, RawRecord } from '../transport/responses.ts';
import { type Kind, placeIn } from './kinds.ts';

/** Creates a record with the mock's defaults, and opens it. */
export function NewRecord({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const { belongsTo: [ownerKind, members] = [undefined, {}], template } = kind;

  async function create() {
    const where = ownerKind === 'projects' && project ? { id: project } : {};
    const owners = ownerKind
      ? await panel.attempt(() => panel.call<Found>(`world.${ownerKind}.find`, { where, take: 1 }))
      : undefined;
    const owner = owners?.data[0];
    if (ownerKind && !owner) return panel.fail(`There are no ${ownerKind} yet that it could belong to`);
    const owned = Object.entries(members).map(([member, source]) => [member, owner?.[source]]);
    const input = { ...template, ...Object.fromEntries(owned) };
    const record = await panel.change<RawRecord>(`world.${kind.kind}.create`, input);
    if (record) panel.open(placeIn(kind, record), panel.query);
  }

  return (
    <Button icon="plus" onClick={create}>
      New <span class="wide">{kind.one}</span>
    </Button>
  );
}
