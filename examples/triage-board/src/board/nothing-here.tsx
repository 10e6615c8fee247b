/** Options of {@link NothingHere}. */
export interface NothingHereProps {
  /** Whether filters are why. */
  isFiltered: boolean;
  onClear(): void;
}

/** Instead of six empty columns: why there is nothing, and what to do. */
export function NothingHere({ isFiltered, onClear }: NothingHereProps) {
  return (
    <div className="empty-board">
      <h2>{isFiltered ? 'No issue matches' : 'Nothing to triage'}</h2>
      {isFiltered ? (
        <button type="button" className="button" onClick={onClear}>
          Show all issues
        </button>
      ) : (
        <p>Issues that people report with the browser extension appear here.</p>
      )}
    </div>
  );
}
