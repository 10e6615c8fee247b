import { apiKeyPrefix } from '@issue-tracking/model';

/** A credential as a journal may show it: a long one by its last four characters, which give nothing away. */
export function redact(credential: string): string {
  const prefix = credential.startsWith(apiKeyPrefix) ? apiKeyPrefix : '';
  return `${prefix}…${credential.length >= 16 ? credential.slice(-4) : ''}`;
}

const keys = new RegExp(`${apiKeyPrefix}[\\w~.+/-]+`, 'g');

/** Keys in a text that should have none, such as an address or a comment. */
export function redactKeys(text: string): string {
  return text.includes(apiKeyPrefix) ? text.replaceAll(keys, (key) => redact(key)) : text;
}
