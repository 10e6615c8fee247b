import { entriesOf, envelopeMember } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkResult, confirmReads } from './confirm-reads.ts';
import { type CheckGroup, errorText, type Session } from './session.ts';

/** Checks requests for unknown projects and issues. */
export const notFound: CheckGroup = {
  title: 'unknown projects and issues',
  behavior: [],
  async run(session) {
    const { service, findings, items } = session;
    const highest = Math.max(0, ...items.map(({ issueNumber }) => Number(issueNumber)));
    for (const rest of ['', '/1', '/1/comments']) {
      const project = await service.read({ path: session.project(rest, 'no-such-project-9f1c2b7e') });
      if (isFailure(project) || project.status === 403) continue;
      const fits = project.status === 404 && errorText(project) === 'Project not found';
      findings.check(['ERR-3', 'projects'], fits, project, 'expected 404 "Project not found"', rest);
    }
    if (!session.listing) return;
    for (const rest of ['', '/comments']) {
      const issue = await service.read({ path: session.project(`/${highest + 1_000_000}${rest}`) });
      if (isFailure(issue)) continue;
      const why = `${rest ? 'comments of ' : ''}an unknown issue returned ${issue.status}`;
      findings.check(['EP-8', 'absent'], issue.status === 404, issue, why, rest);
    }
    await checkOtherProject(session);
  },
};

/** Checks that an issue of this project is not found in another project. */
async function checkOtherProject(session: Session): Promise<void> {
  const { service, otherProjectId } = session;
  if (otherProjectId === undefined) return;
  const read = async () => await service.read({ path: session.project('?limit=100', otherProjectId) });
  const state = await read();
  const numbersOf = (list: Exchange) => entriesOf(list).map(({ issueNumber }) => Number(issueNumber));
  const isSame = (a: Exchange, b: Exchange) =>
    JSON.stringify(numbersOf(a).sort()) === JSON.stringify(numbersOf(b).sort());
  await confirmReads(session, { state, read, isSame }, async (list) => {
    const there = numbersOf(list);
    const number = session.items.map(({ issueNumber }) => Number(issueNumber)).find((own) => !there.includes(own));
    if (list.status !== 200 || envelopeMember(list, 'total') !== there.length || number === undefined) return [];
    const issue = await service.read({ path: session.project(`/${number}`, otherProjectId) });
    if (isFailure(issue)) return [];
    const why = `issue ${number} is not in the list of ${otherProjectId}, but returned ${issue.status}`;
    return [checkResult(['EP-8', 'absent'], issue.status === 404, issue, why, 'elsewhere')];
  });
}
