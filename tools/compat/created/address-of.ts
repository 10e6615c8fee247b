import type { ChildProcess } from 'node:child_process';

/** Returns the address that a server prints, without a slash at its end. */
export async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    stdout?.setEncoding('utf8').on('data', (said) => {
      output += said;
      const [address] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output) ?? [];
      if (address) resolve(address);
    });
    stdout?.once('close', () => reject(new Error(`The server ended: ${output}`)));
  });
}
