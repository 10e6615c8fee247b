/** @jsxImportSource preact */
import { Component, type ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Empty } from './texts.tsx';

interface ErrorBoundaryProps {
  /** The name of the content, for the message. */
  what: string;
  /** Another value renders the content again, as after a change of location. */
  resetKey: string;
  children: ComponentChildren;
}

/** Shows an error in place of its content, so that the rest of the panel stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  override componentDidCatch(error: Error): void {
    // biome-ignore lint/suspicious/noConsole: the stack is for developers
    console.error(error);
    this.setState({ error });
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.#retry();
  }

  #retry(): void {
    this.setState({ error: undefined });
  }

  override render() {
    const { what, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    return (
      <Empty title={`${what} can’t be shown`}>
        <p role="alert">{error.message}</p>
        <Button onClick={() => this.#retry()}>Try again</Button>
      </Empty>
    );
  }
}
