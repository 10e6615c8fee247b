import type { WireResponse } from '../../platform/http/exchange.ts';

/** Adds the `Date` header, in the mock's time; one that a fault has set stays. */
export function withDate(response: WireResponse, now: number): WireResponse {
  if ('date' in response.headers) return response;
  return { ...response, headers: { ...response.headers, date: httpDate(now) } };
}

let lastSecond = Number.NaN;
let lastDate = '';

/** A time as the `Date` header has it; written once a second, as it would take longer than many a response. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
