/** @jsxImportSource preact */
import { Button, IconButton } from '../parts/button.tsx';
import { dateText } from '../parts/times.ts';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import type { Found, RawRecord } from '../transport/responses.ts';

/** More are in the table of comments. */
const most = 500;

/** The comments of an issue as a thread, oldest first, and a form for another. */
export function Comments({ issue: { projectId, issueNumber } }: { issue: RawRecord }) {
  const panel = usePanel();
  const where = { projectId, issueNumber };
  const found = useLive<Found>(['world.comments.find', { where, orderBy: { createdAt: 'asc' }, take: most }]);

  async function add(form: HTMLFormElement) {
    const { content, authorName } = Object.fromEntries(new FormData(form));
    const added = await panel.change('world.comments.create', { ...where, content, ...(authorName && { authorName }) });
    if (added) form.reset();
  }

  return (
    <div class="captured stack">
      <ol class="stack" aria-label="Comments">
        {found?.data.map(({ id, authorName, createdAt, content }) => (
          <li key={String(id)} class="comment">
            <div class="bar">
              <bdi class="strong">{String(authorName)}</bdi>
              <time class="soft figure">{dateText(String(createdAt))}</time>
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
            </div>
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
      <form
        class="stack"
        aria-label="New comment"
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget);
        }}
      >
        <label class="field">
          Comment <textarea name="content" rows={3} required />
        </label>
        <div class="line">
          <label class="field grow">
            Author <input name="authorName" type="text" placeholder="Dashboard" />
          </label>
          <Button type="submit" class="end">
            Add comment
          </Button>
        </div>
      </form>
    </div>
  );
}
