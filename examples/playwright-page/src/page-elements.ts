/** The parts of `index.html` that the code fills. */
export interface PageElements {
  readonly signIn: HTMLFormElement;
  readonly problem: HTMLElement;
  readonly issues: HTMLElement;
  readonly more: HTMLButtonElement;
}

/** @throws Error when `index.html` has no such part. */
export function pageElements(): PageElements {
  return {
    signIn: find('#sign-in', HTMLFormElement),
    problem: find('#problem', HTMLElement),
    issues: find('#issues', HTMLElement),
    more: find('#more', HTMLButtonElement),
  };
}

function find<T extends Element>(selector: string, type: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`index.html has no ${selector}`);
  return element;
}
