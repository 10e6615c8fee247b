/** What a store knows a credential by: its SHA-256, in hexadecimal, so that whoever reads the store learns no credential. */
export async function storeKey(credential: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(credential));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
