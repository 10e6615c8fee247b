import { envelopeMember } from '../platform/json.ts';
import { projectsPath as path } from './projects.ts';
import type { CheckGroup, Session } from './session.ts';

/** Decides the behavior options of the project list. */
export const projectBehavior: CheckGroup = {
  title: 'behavior of the project list',
  behavior: ['projectsTotal', 'cors'],
  async run(session) {
    const list = session.exchanges.find((exchange) => exchange.path === path && exchange.status === 200);
    if (!list) return;
    session.findings.decide('projectsTotal', envelopeMember(list, 'total') !== undefined, list);
    await decideCors(session);
  },
};

async function decideCors({ service, findings }: Session): Promise<void> {
  const allowed = async (origin: string) => {
    const exchange = await service.read({ path, headers: { origin } });
    const allows = exchange.headers.get('access-control-allow-origin');
    const seen = `${origin} got ${exchange.status} with ${allows === null ? 'no access-control-allow-origin' : `access-control-allow-origin ${allows}`}`;
    return { exchange, seen, isAllowed: exchange.status === 200 && (allows === '*' || allows === origin) };
  };
  const foreign = await allowed('https://stranger.example');
  const local = await allowed('http://localhost:3000');
  if (foreign.isAllowed && local.isAllowed) findings.decide('cors', 'any', foreign.exchange, local.exchange);
  else if (local.isAllowed) findings.decide('cors', 'loopback', foreign.exchange, local.exchange);
  else {
    const why = `${foreign.seen}; ${local.seen}; other origins may be allowed`;
    findings.leaveUndecided('cors', why, foreign.exchange, local.exchange);
  }
}
