/** @jsxImportSource preact */
import type { Issue } from '../../state/read-record.ts';

/** A screenshot in the data itself, else its URL: the panel loads nothing from other servers. */
export function Screenshot({ screenshot }: { screenshot: Issue['screenshots'][number] }) {
  const { id = '', url = '', width, height } = screenshot;
  const code = <code>{url || 'no URL'}</code>;
  return (
    <>
      {url.startsWith('data:image/') ? (
        <img
          src={url}
          width={Number(width) || undefined}
          height={Number(height) || undefined}
          alt={`Screenshot ${id}`}
          loading="lazy"
        />
      ) : /^https?:\/\//i.test(url) ? (
        <a href={url} target="_blank" rel="noreferrer">
          {code}
        </a>
      ) : (
        code
      )}
      {(width || height) && (
        <span class="soft figure">
          {' '}
          {width || '?'} × {height || '?'}
        </span>
      )}
    </>
  );
}
