/** @jsxImportSource preact */
import { issuePriorities } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';

interface NewIssueProps {
  projectId: string;
  onClose: () => void;
  onCreated: (issueNumber: number) => void;
}

const priorities = issuePriorities.map((value) => ({ value, text: value }));

/** The dialog that creates an issue. */
export function NewIssue({ projectId, onClose, onCreated }: NewIssueProps) {
  const panel = usePanel();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState<(typeof priorities)[number]['value']>('medium');

  async function create(event: Event) {
    event.preventDefault();
    const made = await panel.change<{ issueNumber: number }>(`Created: ${title}`, [
      'world.issues.create',
      { projectId, title, description, priority },
    ]);
    if (made) onCreated(made.issueNumber);
  }

  return (
    <Dialog label="New issue" onClose={onClose}>
      <form class="form" onSubmit={create}>
        <h2>New issue</h2>
        <Field label="Title">
          <input
            autoFocus
            type="text"
            required
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </Field>
        <Field label="Description">
          <textarea rows={4} value={description} onInput={({ currentTarget }) => setDescription(currentTarget.value)} />
        </Field>
        <Field label="Priority">
          <Select value={priority} options={priorities} onChange={setPriority} />
        </Field>
        <div class="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
