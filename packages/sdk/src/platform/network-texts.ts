/**
 * The beginnings of the messages of `fetch` for a network failure. Each platform has its own, and nothing but the text
 * distinguishes them from the error of an application's own `fetch`. Node and Bun also have codes: `failure-table.ts`.
 *
 * | Platform | Text | Source |
 * | --- | --- | --- |
 * | Chrome, Edge | `Failed to fetch`, since 2026 with the host; in a body `network error` | sindresorhus/is-network-error 1.3 |
 * | Firefox | `NetworkError when attempting to fetch resource.`; in a body `Error in input stream` | the same; dom/fetch of Gecko |
 * | Safari 17 | `Load failed` | the same |
 * | Safari 16, by system | `The network connection was lost.`, `The Internet connection appears to be offline.`, `The request timed out.`, `Could not connect to the server.`, `A server with the specified hostname could not be found.` | `NSURLErrorDomain` of Apple |
 * | React Native, whatwg-fetch | `Network request failed`, `Network request timed out` | `fetch.js` of JakeChampion/fetch |
 * | undici, Node | `fetch failed`; in a body `terminated` | `lib/web/fetch` of undici |
 * | Deno | `error sending request for url (…)` | `ext/fetch` of Deno |
 * | Cloudflare Workers | `Network connection lost.` | workerd |
 * | node-fetch | `request to … failed, reason: …` | `src/index.js` of node-fetch |
 */
export const networkTexts: RegExp =
  /^(failed to fetch|fetch failed|load failed|network|error (in input|sending request)|the (network|internet|request)|could not connect|a server with|terminated|request to )/i;
