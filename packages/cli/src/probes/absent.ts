import { entriesOf } from '../findings/json.ts';
import { errorText, type ProbeGroup } from './session.ts';

/** Things that are not there. */
export const absent: ProbeGroup = {
  title: 'what is not there',
  rules: ['EP-8', 'ERR-3'],
  readings: ['errorTexts'],
  async run(session) {
    const { service, findings, items } = session;
    const highest = Math.max(0, ...items.map(({ issueNumber }) => Number(issueNumber)));
    const project = await service.read({ path: '/api/v1/projects/no-such-project-9f1c2b7e/issues' });
    findings.check(
      'ERR-3',
      project.status === 404 && errorText(project) === 'Project not found',
      project,
      'it is not 404 "Project not found"',
    );
    if (session.projectId === undefined || entriesOf(project).length > 0) return;
    const issue = await service.read({ path: session.project(`/${highest + 1_000_000}`) });
    findings.check('EP-8', issue.status === 404, issue, 'an issue that is not there was not answered 404');
  },
};
