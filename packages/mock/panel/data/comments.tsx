/** @jsxImportSource preact */
import type { RawRecord } from '../../src/control/types.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { dateText } from '../parts/times.ts';
import { useFound } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** More are in the table of comments. */
const most = 500;

/** The comments of an issue as a thread, oldest first, and a form for another. */
export function Comments({ issue: { projectId, issueNumber } }: { issue: RawRecord }) {
  const panel = usePanel();
  const where = { projectId, issueNumber };
  const found = useFound('comments', { where, orderBy: { createdAt: 'asc' }, take: most });

  async function add({ content, authorName }: Readonly<Record<string, string>>, form: HTMLFormElement) {
    const added = await panel.change('world.comments.create', { ...where, content, ...(authorName && { authorName }) });
    if (added) form.reset();
  }

  return (
    <div class="captured stack">
      <ol class="rows" aria-label="Comments">
        {found?.data.map(({ id, authorName, createdAt, content }) => (
          <li key={String(id)} class="bar">
            <span class="grow">
              <bdi class="strong">{String(authorName)}</bdi>{' '}
              <time class="soft figure">{dateText(String(createdAt))}</time>
            </span>
            <IconButton
              icon="pen"
              name={`Edit the comment of ${authorName}`}
              onClick={() => panel.open(['data', 'comments', String(id)])}
            />
            <IconButton
              icon="trash"
              name={`Delete the comment of ${authorName}`}
              onClick={() => panel.change('world.comments.delete', { where: { id } })}
            />
            <p class="written" dir="auto">
              {String(content)}
            </p>
          </li>
        ))}
      </ol>
      {found && found.total > most && (
        <p class="soft">
          The first {most} of {found.total}.
        </p>
      )}
      <Form class="stack" aria-label="New comment" onSubmit={add}>
        <label class="field">
          Comment <textarea name="content" rows={3} required />
        </label>
        <label class="field">
          Author <input name="authorName" type="text" />
        </label>
        <div>
          <Button type="submit">Add comment</Button>
        </div>
      </Form>
    </div>
  );
}
