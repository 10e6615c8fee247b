import type { Screenshot } from '@issue-tracking/sdk';
import { useState } from 'react';
import { dayText } from '../date-text.ts';

/** The pictures that were captured with an issue, large enough to see what is wrong. */
export function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  if (screenshots.length === 0) return null;
  return (
    <section className="screenshots" aria-label="Screenshots">
      {screenshots.map((screenshot) => (
        <Picture key={screenshot.id} {...screenshot} />
      ))}
    </section>
  );
}

function Picture({ url, width, height, createdAt }: Screenshot) {
  const [isMissing, setIsMissing] = useState(false);
  const caption = `${width} × ${height}, ${dayText(createdAt)}`;
  // The file host may be out of reach or have deleted it: say so rather than show a broken picture.
  if (isMissing) return <p className="column-note">The screenshot of {caption} cannot be shown.</p>;
  return (
    <figure>
      <img
        src={url}
        width={width}
        height={height}
        alt={`Screenshot, ${caption}`}
        decoding="async"
        onError={() => setIsMissing(true)}
      />
      {/* Browsers open no `data:` address in a tab. */}
      <figcaption>
        {url.startsWith('data:') ? (
          caption
        ) : (
          <a href={url} rel="noreferrer" target="_blank">
            {caption}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
