/** A request as it reaches the service, over whatever it came. */
export interface ServiceRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Whom failed authentications are counted for. */
  readonly source: string;
  /** Whether the client has disconnected. */
  gone(): boolean;
}

export function tokenOf({ headers }: ServiceRequest): string {
  return (headers['authorization'] ?? '').replace(/^Bearer /, '');
}
