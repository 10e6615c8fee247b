'use client';

export function Issues({ page }) {
  return (
    <ul>
      {page.data.map(({ issueNumber, title }) => (
        <li key={issueNumber}>{`#${issueNumber} ${title}`}</li>
      ))}
    </ul>
  );
}
