import { settableStatuses } from '@issue-tracking/model';
import type { IssueListItem, SettableStatus } from '@issue-tracking/sdk';

/** An issue with its status to change; `change` resolves with whether the service accepted it. */
export function issueRow(
  { issueNumber, title, status }: IssueListItem,
  change: (to: SettableStatus) => Promise<boolean>,
): HTMLLIElement {
  const select = document.createElement('select');
  select.ariaLabel = `Status of #${issueNumber}`;
  select.append(...settableStatuses.map((each) => new Option(each)));
  // Statuses that only users set are shown, but can't be selected (STA-5, STA-6).
  if (!settableStatuses.some((each) => each === status)) {
    const option = new Option(status);
    option.disabled = true;
    select.append(option);
  }
  select.value = status;

  let shown: string = status;
  select.addEventListener('change', async () => {
    const to = settableStatuses.find((each) => each === select.value);
    if (to && (await change(to))) shown = to;
    select.value = shown;
  });

  const row = document.createElement('li');
  row.append(`#${issueNumber} ${title}`, select);
  return row;
}
