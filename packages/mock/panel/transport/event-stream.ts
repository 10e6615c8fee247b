/** A server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Reads server-sent events from a response. `EventSource` can't send a token. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let waiting = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      waiting += decoder.decode(value, { stream: true });
      const events = waiting.split('\n\n');
      waiting = events.pop() ?? '';
      for (const text of events) {
        const event = parseEvent(text);
        if (event) yield event;
      }
    }
  } finally {
    // Ends the connection when the caller stops reading.
    await reader.cancel().catch(() => {});
  }
}

function parseEvent(text: string): ServerEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  return data.length > 0 ? { name, data: data.join('\n') } : null;
}
