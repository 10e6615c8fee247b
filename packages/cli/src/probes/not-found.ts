import { isFailure } from '../service/exchange.ts';
import { errorText, type ProbeGroup } from './session.ts';

/** Things that are not there. */
export const notFound: ProbeGroup = {
  title: 'what is not there',
  readings: [],
  async run(session) {
    const { service, findings, items } = session;
    const highest = Math.max(0, ...items.map(({ issueNumber }) => Number(issueNumber)));
    const project = await service.read({ path: '/api/v1/projects/no-such-project-9f1c2b7e/issues' });
    if (!isFailure(project) && project.status !== 403) {
      const fits = project.status === 404 && errorText(project) === 'Project not found';
      findings.check(['ERR-3', 'projects'], fits, project, 'it is not 404 "Project not found"');
    }
    if (!session.listing) return;
    const issue = await service.read({ path: session.project(`/${highest + 1_000_000}`) });
    if (isFailure(issue)) return;
    const why = `an issue that is not there was answered ${issue.status}`;
    findings.check(['EP-8', 'absent'], issue.status === 404, issue, why);
  },
};
