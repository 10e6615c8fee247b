/**
 * What keeps a text from being sent as a credential, in words that follow its name; `undefined` when nothing does.
 * The platform's own complaint would quote the credential, so this is asked first. It says where, never what.
 */
export function credentialProblem(credential: unknown): string | undefined {
  if (typeof credential !== 'string')
    return `must be a string, not ${credential === null ? 'null' : typeof credential}`;
  if (credential === '') return 'must not be empty';
  const place = credential.search(/[^\x21-\x7e]/);
  if (place === -1) return undefined;
  const what = /\s/.test(credential.charAt(place)) ? 'white space' : 'a character that no header can carry';
  return `has ${what} at position ${place + 1} of ${credential.length}: was it read or pasted with more around it?`;
}
