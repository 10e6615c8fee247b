/** A style sheet as a text, as Vite has it and `scripts/css-text.ts` for esbuild. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
