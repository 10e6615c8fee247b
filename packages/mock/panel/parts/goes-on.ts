/** Whether the focus goes on to what a click opens: after a key, and where the list makes room for it. The pointer stays in the list. */
export function goesOn({ detail, currentTarget }: { detail: number; currentTarget: Element }): boolean {
  return detail === 0 || getComputedStyle(currentTarget).getPropertyValue('--is-alone').trim() === '1';
}
