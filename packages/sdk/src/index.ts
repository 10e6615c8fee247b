/** Stands in until this entry point is written. */
export const placeholder: string = 'sdk/index';
