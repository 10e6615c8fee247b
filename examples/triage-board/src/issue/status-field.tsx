import { settableStatuses } from '@issue-tracking/model';
import type { IssueStatus, SettableStatus } from '@issue-tracking/sdk';
import { useId, useState } from 'react';
import { errorText } from '../error-text.ts';
import { statusNames } from '../statuses.ts';

/** Options of {@link StatusField}. */
export interface StatusFieldProps {
  /** The status the issue has. */
  status: IssueStatus;
  /** Changes it; rejects when the service refuses. */
  onChange(to: SettableStatus): Promise<void>;
}

/** Shows an issue's status and changes it; a refusal is shown beside it and the old status comes back. */
export function StatusField({ status, onChange }: StatusFieldProps) {
  const field = useId();
  const [current, setCurrent] = useState(status);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState('');

  async function change(to: SettableStatus): Promise<void> {
    const before = current;
    setCurrent(to);
    setRefusal('');
    setIsSaving(true);
    try {
      await onChange(to);
    } catch (error) {
      setCurrent(before);
      setRefusal(errorText(error));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className="status-field">
      <label htmlFor={field}>Status</label>
      <select
        id={field}
        value={current}
        disabled={isSaving}
        aria-describedby={refusal ? `${field}-refusal` : undefined}
        onChange={(event) => {
          const to = settableStatuses.find((each) => each === event.target.value);
          if (to) void change(to);
        }}
      >
        {settableStatuses.map((each) => (
          <option key={each} value={each}>
            {statusNames[each]}
          </option>
        ))}
        {!settableStatuses.some((each) => each === current) && (
          <option value={current} disabled>
            {statusNames[current]}
          </option>
        )}
      </select>
      {refusal && (
        <p id={`${field}-refusal`} className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
