/** @jsxImportSource preact */
import type { RawRecord } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { useFound } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { capitalized, type Kind, placeIn } from './kinds.ts';

/** Owners to choose from. */
const most = 50;

/** Creates a record with the mock's defaults, in the project or organization that is chosen, and opens it. */
export function NewRecord({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const { one, owner = 'projects' } = kind;
  const where = owner === 'projects' && project ? { id: project } : {};
  const owners = useFound(owner, kind.owner === undefined ? null : { where, take: most })?.data ?? [];
  const text = (
    <>
      New <span class="wide">{one}</span>
    </>
  );

  async function create(of?: RawRecord) {
    const members = of && { [`${owner.slice(0, -1)}Id`]: of['id'] };
    const record = await panel.change(`world.${kind.kind}.create`, members);
    if (record) panel.open(placeIn(kind, record), panel.query);
  }

  if (kind.owner === undefined || owners.length === 1)
    return (
      <Button icon="plus" onClick={() => create(owners[0])}>
        {text}
      </Button>
    );
  return (
    <Menu label={`New ${one}`} button={text}>
      <div class="soft">{capitalized(owner.slice(0, -1))}</div>
      {owners.map((each) => (
        <Button key={String(each['id'])} look="item" onClick={() => create(each)}>
          {String(each['name'])}
        </Button>
      ))}
      {owners.length === 0 && <p class="soft">There are no {owner} yet that it could belong to.</p>}
    </Menu>
  );
}
