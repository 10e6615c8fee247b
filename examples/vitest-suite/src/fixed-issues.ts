/** A commit, as in `git log`. */
export interface Commit {
  sha: string;
  message: string;
}

const fixes = /\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\s+((?:#\d+(?:\s*(?:,|and)\s*)?)+)/gi;

/** Returns the issues that commits fix, such as `Fixes #12 and #15`, each with its first commit. */
export function fixedIssues(commits: readonly Commit[]): Map<number, Commit> {
  const found = new Map<number, Commit>();
  for (const commit of commits) {
    for (const [, list = ''] of commit.message.matchAll(fixes)) {
      for (const [, issueNumber] of list.matchAll(/#(\d+)/g)) {
        if (!found.has(Number(issueNumber))) found.set(Number(issueNumber), commit);
      }
    }
  }
  return found;
}
