import { IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import { issueRow } from './issue-row.ts';
import { pageElements } from './page-elements.ts';

const { signIn, problem, issues, more } = pageElements();

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(signIn);
  const client = new IssueTrackingClient({
    baseUrl: 'https://issues.example.com',
    accessToken: String(form.get('token')),
  });
  issues.replaceChildren();
  void attempt(() => show(client, String(form.get('project'))));
});

async function show(client: IssueTrackingClient, projectId: string): Promise<void> {
  await append(1);

  async function append(number: number): Promise<void> {
    const page = await client.issues.list(projectId, { page: number });
    issues.append(
      ...page.data.map((issue) =>
        issueRow(issue, (status) => attempt(() => client.issues.update(projectId, issue.issueNumber, { status }))),
      ),
    );
    more.hidden = number >= page.totalPages;
    more.onclick = () => attempt(() => append(number + 1));
  }
}

/** Runs an action of the user, and shows an error if it fails. */
async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  problem.textContent = '';
  try {
    await action();
    return true;
  } catch (error) {
    if (!isIssueTrackingError(error)) throw error;
    problem.textContent = error.message;
    return false;
  }
}
