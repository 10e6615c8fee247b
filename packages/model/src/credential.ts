// enforces AUTH-2
/** The prefix of every API key. An OAuth access token has another beginning. */
export const apiKeyPrefix = 'svc_';

/** A whole API key: the prefix and more, in visible ASCII characters. */
export const apiKeyPattern: RegExp = new RegExp(`^${apiKeyPrefix}[\\x21-\\x7e]+$`);

/** An API key within a text, such as an address or a comment; global, for `replaceAll`. */
export const apiKeyInText: RegExp = new RegExp(`${apiKeyPrefix}[\\w~.+/-]+`, 'g');

/** Matches the names of headers and query parameters whose values are secret, for every text that shows them. */
export const secretName: RegExp = /authorization|cookie|credential|key(?!word)|passw|secret|token/i;
