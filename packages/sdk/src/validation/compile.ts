/** The schema as it is: in a browser each byte counts, and many a page forbids making code. */
export const compile = <Schema>(schema: Schema): Schema => schema;
