/** Encodes code as the fragment of a URL: deflated, then base64url. */
export async function toHash(code: string): Promise<string> {
  const deflated = await through(new TextEncoder().encode(code), new CompressionStream('deflate-raw'));
  const letters = btoa(String.fromCharCode(...deflated));
  return `#code=${letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Decodes the code of a fragment. Resolves to `undefined` if the fragment has none, or was cut. */
export async function fromHash(hash: string): Promise<string | undefined> {
  const [, letters] = /^#code=([\w-]+)$/.exec(hash) ?? [];
  if (!letters) return undefined;
  try {
    const deflated = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return new TextDecoder().decode(await through(deflated, new DecompressionStream('deflate-raw')));
  } catch {
    return undefined;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
