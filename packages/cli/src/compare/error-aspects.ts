import { consoleLevels, errorTexts, issuePriorities, issueStatuses } from '@issue-tracking/model';
import { isJsonObject } from '../platform/json.ts';
import { type Answer, type Compare, differ, show } from './answers.ts';

const fixedTexts: readonly string[] = Object.values(errorTexts);
const allowed: Readonly<Record<string, readonly string[]>> = {
  status: issueStatuses,
  priority: issuePriorities,
  level: consoleLevels,
};

/** Aspects of errors. */
export const ofErrors = {
  /** The fixed text, and the fields and allowed values of `details`. */
  error(real, model) {
    if (model.status < 400 || !isJsonObject(model.json) || !isJsonObject(real.json)) return undefined;
    const { error, details } = model.json;
    if (fixedTexts.includes(String(error)) && real.json['error'] !== error)
      return differ('error', real.json['error'], error);
    if (!Array.isArray(details)) return undefined;
    const found: unknown[] = Array.isArray(real.json['details']) ? real.json['details'] : [];
    const isDetail = (one: unknown) =>
      isJsonObject(one) && typeof one['field'] === 'string' && typeof one['message'] === 'string';
    return found.length > 0 && found.every(isDetail)
      ? undefined
      : `details is ${show(real.json['details'])}, expected fields with messages`;
  },
  /** The field that `details` name, and the values that its message names. */
  field(real, model) {
    const [expected, found] = [real, model]
      .map(({ json }) => (isJsonObject(json) ? json['details'] : undefined))
      .reverse();
    if (!Array.isArray(expected) || !Array.isArray(found)) return undefined;
    for (const { field } of expected) {
      if (field === 'body' || field === 'content-type') continue; // GAP-33
      const detail = found.find((one) => isJsonObject(one) && one['field'] === field);
      if (!detail) return `no detail names ${field}`;
      const missing = allowed[field]?.filter((value) => !String(detail.message).includes(value)) ?? [];
      if (missing.length > 0) return `the message about ${field} lacks ${missing.join(', ')}`;
    }
    return undefined;
  },
  /** Whether the service rejects what the mock rejects, with any status (GAP-5). */
  rejected: (real) => (real.status >= 400 && real.status < 500 ? undefined : `the status is ${real.status}`),
  /** The rejection of a status that only others set (GAP-5). Texts that name the status are alike. */
  rejection(real, model) {
    const form = ({ status, json }: Answer) => {
      const { error, details } = isJsonObject(json) ? json : {};
      return { status, error: /verified|closed/.exec(String(error))?.[0] ?? error, details: details !== undefined };
    };
    return differ('the rejection', form(real), form(model));
  },
} satisfies Readonly<Record<string, Compare>>;
