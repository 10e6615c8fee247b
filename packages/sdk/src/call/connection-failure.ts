/**
 * Whether a failure of `fetch` shows that no connection was made, so that nothing can have been sent. Node tells by
 * the system call or code, along the chain of causes; browsers tell nothing, and then the answer is no.
 */
export function nothingSent(cause: unknown, depth = 4): boolean {
  if (typeof cause !== 'object' || cause === null || depth === 0) return false;
  const { code, syscall, errors, cause: inner } = cause as Record<string, unknown>;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo') return true;
  // One error for each address that was tried.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((error) => nothingSent(error, depth - 1));
  return nothingSent(inner, depth - 1);
}
