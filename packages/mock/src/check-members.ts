/** What each option of a function must be, as far as nothing else checks it; an option that is not here is a typo. */
export type OptionChecks<Options> = {
  readonly [Option in keyof Required<Options>]: { readonly must: string; is(value: unknown): boolean };
};

/** @throws TypeError for options that can't be what their author meant; it quotes no value, which may be a token. */
export function checkMembers<Options extends object>(
  who: string,
  checks: OptionChecks<Options>,
  options: Options,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      throw new TypeError(`${who} has no option "${name}". It has ${Object.keys(checks).join(', ')}.`);
    }
    const { must, is } = checks[name as keyof Options];
    if (value !== undefined && !is(value)) throw new TypeError(`The option "${name}" must ${must}.`);
  }
}
