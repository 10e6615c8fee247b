import type { Place } from '../findings/findings.ts';
import { inWords } from '../findings/shape.ts';
import { isSame, isText, itemOf, type Members } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { type Check, checked } from './confirmed.ts';
import type { Change, ScratchIssue, State } from './scratch-issue.ts';
import type { Session } from './session.ts';

/** A change that was made and looked at. */
export interface Trial {
  readonly checks: readonly Check[];
  /** Whether another user changed the issue after it. */
  readonly isDisturbed: boolean;
}

/** How often a change has to be wrong, one time after the other, and how often it is tried for that. */
const trials = { wrong: 5, most: 8, pauseMs: 1100 };

/**
 * Makes a change and looks what came of it. Others may change the issue too, at the same moment, and leave no trace
 * where ours is the last: a rule is called broken only when it was wrong five times in a row, with nobody seen there.
 */
export async function experiment(
  { service, findings }: Session,
  run: (time: number) => Promise<Trial | undefined>,
): Promise<void> {
  let wrong = 0;
  for (let time = 1; time <= trials.most; time++) {
    const trial = await run(time);
    if (!trial) return;
    const isRight = trial.checks.every(({ holds }) => holds);
    wrong = trial.isDisturbed ? 0 : wrong + 1;
    const isSure = isRight || wrong === trials.wrong;
    for (const { place, holds, exchange, why, names } of trial.checks) {
      if (isSure) findings.check(place, holds, exchange, why, names);
      else if (time === trials.most && !holds) findings.leaveOpen(place, 'somebody else changed the issue meanwhile');
    }
    if (isSure) return;
    // Two changes within one tick of the service's clock would have the same time.
    await service.pause(trials.pauseMs);
  }
}

/** Members that a change moves. */
const moving = ['status', 'priority', 'updatedAt'];

/** A change that was accepted. */
interface Made {
  readonly changed: Exchange;
  readonly asked: Change;
  /** How the issue stood before it. */
  readonly known: State;
}

/** Checks that the response to a change and the issue after it have the requested values, and no other change. */
export async function changeAndLook(
  { findings }: Session,
  issue: ScratchIssue,
  { changed, asked, known }: Made,
  place: Place,
  where = '',
): Promise<Trial & { readonly shown: Exchange }> {
  const { original } = issue;
  const { problems, aroundData } = findings.shape('issues.update', changed);
  const own = [...problems.filter(({ isTimestamp }) => !isTimestamp), ...aroundData];
  const name = Object.values(asked).join(' ') + where;
  const said = itemOf(changed);
  const wrong = Object.entries(asked).filter(([member, value]) => said[member] !== value);
  const answered = wrong.map(([member]) => `${member} is ${JSON.stringify(said[member])} in the response`).join(', ');
  const isOf = said['issueNumber'] === original.issueNumber;
  const isShown = (exchange: Exchange) =>
    Object.entries(asked).every(([member, value]) => itemOf(exchange)[member] === value);
  const shown = await issue.readUntil(issue.path, isShown);
  const now = itemOf(shown);
  const [from, to] = [said['updatedAt'], now['updatedAt']];
  const others = otherChanges(issue.before, { asked, known }, now);
  const checks = [
    checked(place, own.length === 0, changed, inWords(own), name),
    checked(place, isOf, changed, `the response is of issue ${said['issueNumber']}`, name),
    checked(place, wrong.length === 0, changed, answered, name),
    checked(
      place,
      isShown(shown),
      shown,
      `${name} was accepted, and the issue is ${now['status']}, ${now['priority']}`,
      name,
    ),
    checked(
      place,
      others.length === 0,
      shown,
      `${Object.keys(asked).join(' and ')} alone was changed, and so is ${others.join(', ')}`,
      name,
    ),
  ];
  // A later change by another user has left a later `updatedAt`.
  const isAnother = !isShown(shown) || others.length > 0;
  return { checks, isDisturbed: isAnother && isText(from) && isText(to) && to > from, shown };
}

/** Returns the differences from before that were not requested. */
function otherChanges(before: Members, { asked, known }: Pick<Made, 'asked' | 'known'>, now: Members): string[] {
  const others = Object.keys(before).filter((name) => !moving.includes(name) && !isSame(before[name], now[name]));
  for (const member of ['status', 'priority'] as const)
    if (asked[member] === undefined && known[member] !== undefined && now[member] !== known[member])
      others.push(member);
  return others;
}
